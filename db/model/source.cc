#define XXH_INLINE_ALL
#include "db/model/source.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "lib/base/result.h"
#include "lib/os/file.h"

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
  if (path == "-") return {.name = kStandardInputName};
  const auto state = state_of_file(path);
  if (!state && errno == EIO) throw IoError(fmt::format("{}: {}", path, reason_of_errno(EIO)));
  if (!state || !state->is_regular()) return {.name = path};
  std::error_code failure;
  const auto real = std::filesystem::canonical(path, failure);
  return {.name = failure ? path : real.string(),
          .bytes = state->bytes,
          .modified = state->modified,
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
