// Recognizes texts that earlier imports have read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "db/model/source.h"
#include "lib/base/text_scan.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// The size of a text's start that distinguishes most texts.
inline constexpr std::size_t kHeadBytes = 4096;

// Returns the fingerprint of a text's first bytes; none for a shorter text, which may grow.
std::optional<std::uint64_t> head_of(std::string_view text);

// Texts that were imported completely, independent of file names and compression.
class ImportedTexts {
 public:
  explicit ImportedTexts(const SourceRecords& records);

  // Adds a source, unless it is incomplete or empty.
  void add(const SourceRecord& record);

  struct Beginning {
    std::string_view text;
    bool is_all = false;  // the whole text
  };
  // Returns whether a text with this beginning may be known.
  bool may_have(const Beginning& beginning) const;

  // Returns the source with this text, or null.
  const SourceRecord* find(std::uint64_t size, std::uint64_t fingerprint) const;

 private:
  std::deque<SourceRecord> records_;
  std::unordered_map<std::uint64_t, const SourceRecord*> by_fingerprint_;
  std::unordered_set<std::uint64_t> heads_;
  std::uint64_t longest_without_head_ = 0;
};

// The part of a source that an earlier import has read, read again.
struct ResumeCheck {
  std::uint64_t size = 0;  // less than requested if the source is shorter
  Fingerprint fingerprint;
  std::optional<LineEnd> line_end;  // of the first line
  std::string end;                  // the last bytes, up to 64
};

// Reads `size` bytes, at 3 GB/s without decompression. Throws IoError.
ResumeCheck read_again(ByteSource& source, std::uint64_t size);

// Returns whether certainly no game crosses the end of a part that continues with `rest`. The part
// ends with a result, or a tag or nothing follows.
bool is_between_games(const ResumeCheck& before, std::string_view rest);

}  // namespace arbiter
