#include "db/model/source.h"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>

namespace arbiter::db::model {
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

}  // namespace arbiter::db::model
