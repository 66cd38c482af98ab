#include "db/model/source.h"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace arbiter {
namespace {

constexpr const char* kStandardInputName = "<stdin>";

}  // namespace

SourceFile source_file(const std::string& path) {
  struct stat status {};
  if (path == "-") return {.name = kStandardInputName};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {.name = path};
  std::error_code failure;
  const auto real = std::filesystem::canonical(path, failure);
  return {.name = failure ? path : real.string(),
          .bytes = static_cast<std::uint64_t>(status.st_size),
          .modified = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec,
          .can_be_read_again = true};
}

SourceRecords by_name(std::vector<SourceRecord> list) {
  SourceRecords records;
  for (SourceRecord& record : list) {
    const auto [known, is_new] = records.try_emplace(record.file.name);
    if (!is_new) {
      record.older = std::exchange(known->second.older, {});
      record.older.push_back(std::move(known->second));
    }
    known->second = std::move(record);
  }
  return records;
}

}  // namespace arbiter
