#define XXH_INLINE_ALL
#include "db/model/source.h"

#include <sys/stat.h>
#include <xxhash.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace arbiter {
namespace {

constexpr const char* kStandardInputName = "<stdin>";

}  // namespace

struct Fingerprint::State {
  XXH3_state_t xxh3;
};

Fingerprint::Fingerprint() : state_(std::make_unique<State>()) { XXH3_64bits_reset(&state_->xxh3); }

Fingerprint::Fingerprint(Fingerprint&&) noexcept = default;
Fingerprint& Fingerprint::operator=(Fingerprint&&) noexcept = default;
Fingerprint::~Fingerprint() = default;

void Fingerprint::add(std::string_view text) {
  XXH3_64bits_update(&state_->xxh3, text.data(), text.size());
}

std::uint64_t Fingerprint::value() const { return XXH3_64bits_digest(&state_->xxh3); }

std::uint64_t fingerprint_of(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

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
