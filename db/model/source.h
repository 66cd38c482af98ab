// Source files: the files whose games a store has, and the fingerprints of their texts.
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

// The 64-bit XXH3 of a text that is added in pieces of any size, at 10 GB/s. Files contain these
// numbers, so they never change. XXH3 is not cryptographic.
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

// The place up to which a source was read. It is stored together with the games before it.
struct SourceMark {
  SourceId source{};
  std::uint32_t batch_games = 0;  // the games of a batch that are from it
  std::uint64_t offset = 0;       // in the unpacked text
  std::uint64_t lines = 0;        // line ends before it
  std::uint64_t games = 0;        // added games before it
  std::uint64_t fingerprint = 0;  // of the text before it
  bool is_finished = false;
  // The single-byte encoding from which the text was converted; empty: none, or unknown.
  std::string encoding = {};
};

// A file as it is on disk, before it is opened.
struct SourceFile {
  // "/home/anna/games.pgn.zst"; "/home/anna/games.zip:round1.pgn" for a member.
  std::string name;
  std::uint64_t bytes = 0;    // of the file or the archive
  std::int64_t modified = 0;  // in nanoseconds since 1970
  // False for pipes, which are a new source every time.
  bool can_be_read_again = false;
  std::string packing = {};  // "gzip", "zip", ...; empty: none, or unknown
  // The fingerprint of the first 4 KB of its text, unless the text is shorter.
  std::optional<std::uint64_t> head = {};

  bool operator==(const SourceFile&) const = default;
};

// Returns the file of a path, with resolved links; "-" is standard input.
SourceFile source_file(const std::string& path);

// A source that was read before, wholly or in part.
struct SourceRecord {
  SourceMark mark;
  SourceFile file;                            // as it was then
  std::optional<std::int64_t> imported = {};  // when, in seconds since 1970
  // Sources of the same name that were read before this one.
  std::vector<SourceRecord> older = {};
};

// A source, and its games in the store.
struct SourceContents {
  SourceRecord source;
  std::uint64_t games = 0;
  GameId first{};  // the lowest and the highest id; 0: no games
  GameId last{};
  std::uint64_t findings = 0;
};

// Sources by name: the last source with each name.
using SourceRecords = std::unordered_map<std::string, SourceRecord>;

// Groups sources by name: the last one has the others as its older ones. `list` is sorted by id.
SourceRecords by_name(std::vector<SourceRecord> list);

}  // namespace arbiter
