// Files of games that were read, and how far each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "db/model/ids.h"

namespace arbiter {

// How far a source has been read, to be kept with the batch that it led to.
struct SourceMark {
  SourceId source{};
  std::uint32_t batch_games = 0;  // how many of the batch's games are from it
  std::uint64_t offset = 0;       // in the unpacked text: all before it has been read
  std::uint64_t lines = 0;        // line ends before it
  std::uint64_t games = 0;        // games before it that were added
  std::uint64_t fingerprint = 0;  // of the text before it (fingerprint.h)
  bool is_finished = false;
};

// A games file as it is on disk, before it is opened.
struct SourceFile {
  // "/home/anna/games.pgn.zst"; "/home/anna/games.zip:round1.pgn" for a member.
  std::string name;
  std::uint64_t bytes = 0;    // of the file or the archive
  std::int64_t modified = 0;  // in nanoseconds since 1970
  // A pipe is a new source every time.
  bool can_be_read_again = false;
  std::string packing = {};  // "gzip", "zip", ...; empty: none, or not known
  // The fingerprint of the first 4 KB of its text; nothing if it had less.
  std::optional<std::uint64_t> head = {};

  bool operator==(const SourceFile&) const = default;
};

// The file that `path` names, links followed; "-" is standard input.
SourceFile source_file(const std::string& path);

// What is known about a source that was read before, wholly or in part.
struct SourceRecord {
  SourceMark mark;                            // how far it was read
  SourceFile file;                            // as it was then
  std::optional<std::int64_t> imported = {};  // when, in seconds since 1970
  // Sources of the same name that were read before this one.
  std::vector<SourceRecord> older = {};
};

// A source, and its games that are in the store.
struct SourceContents {
  SourceRecord source;
  std::uint64_t games = 0;
  GameId first{};  // the lowest and the highest number; 0: no games
  GameId last{};
  std::uint64_t findings = 0;
};

// By name. Of several with one name, the text of which has changed, the last one.
using SourceRecords = std::unordered_map<std::string, SourceRecord>;

// The last of those that have a name, with the others as its older ones. `list` is by rising
// number.
SourceRecords by_name(std::vector<SourceRecord> list);

}  // namespace arbiter
