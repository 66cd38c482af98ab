// Source files of a store's games, and fingerprints of their text.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/model/ids.h"

namespace arbiter {

// The 64-bit XXH3 hash of a text, added in pieces of any size, at 10 GB/s. Stored in files, so it
// must not change. Not cryptographic.
class Fingerprint {
 public:
  Fingerprint();
  Fingerprint(Fingerprint&&) noexcept;
  Fingerprint& operator=(Fingerprint&&) noexcept;
  ~Fingerprint();

  void add(std::string_view text);
  std::uint64_t value() const;

 private:
  struct State;

  std::unique_ptr<State> state_;
};

std::uint64_t fingerprint_of(std::string_view text);

// The position up to which a source was read, stored together with the games before it.
struct SourceMark {
  SourceId source{};
  std::uint32_t batch_games = 0;  // number of games in a batch from the source
  std::uint64_t offset = 0;       // in the decompressed text
  std::uint64_t lines = 0;        // number of line ends before the position
  std::uint64_t games = 0;        // number of added games before the position
  std::uint64_t fingerprint = 0;  // fingerprint of the text before the position
  bool is_finished = false;
  // The single-byte encoding from which the text was converted. Empty if there is none, or if it is
  // unknown.
  std::string encoding = {};
};

// A file on disk, before it is opened.
struct SourceFile {
  // The name, such as "/home/anna/games.pgn.zst", or "/home/anna/games.zip:round1.pgn" for an
  // archive member.
  std::string name;
  std::uint64_t bytes = 0;    // size of the file or the archive
  std::int64_t modified = 0;  // modification time in nanoseconds since 1970
  // False for pipes, which are always a new source.
  bool can_be_read_again = false;
  std::string packing = {};  // such as "gzip" or "zip", or empty
  // The fingerprint of the first 4 KB of the text; nothing if the text is shorter.
  std::optional<std::uint64_t> head = {};

  bool operator==(const SourceFile&) const = default;
};

// Returns the file at a path, with resolved links; "-" is standard input. Throws IoError if the
// disk fails; otherwise the file would be mistaken for a pipe.
SourceFile source_file(const std::string& path);

// A source that was read before, completely or in part.
struct SourceRecord {
  SourceMark mark;
  SourceFile file;                            // state of the file when it was read
  std::optional<std::int64_t> imported = {};  // import time in seconds since 1970
  // Earlier sources with the same name.
  std::vector<SourceRecord> older = {};
};

// A source, and its games in the store.
struct SourceContents {
  SourceRecord source;
  std::uint64_t games = 0;
  GameId first{};  // the lowest and the highest id; 0 if there are no games
  GameId last{};
  std::uint64_t findings = 0;
};

// Sources by name. If a name has several, the last one counts.
using SourceRecords = std::unordered_map<std::string, SourceRecord>;

// Groups sources by name. If several sources have the same name, the earlier ones become `older` of
// the last one. Precondition: `list` is sorted by id.
SourceRecords by_name(std::vector<SourceRecord> list);

}  // namespace arbiter
