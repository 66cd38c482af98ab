// Which games files were read, and how far each (table `source`).
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "db/games/source_mark.h"
#include "db/model/ids.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::games {

// A games file as it is on disk, before it is opened.
struct SourceFile {
  // "/home/anna/games.pgn.zst"; "/home/anna/games.zip:round1.pgn" for a member.
  std::string name;
  std::uint64_t bytes = 0;    // of the file or the archive
  std::int64_t modified = 0;  // in nanoseconds since 1970
  // A pipe is a new source every time.
  bool can_be_read_again = false;

  bool operator==(const SourceFile&) const = default;
};

// The file that `path` names, links followed; "-" is standard input.
SourceFile source_file(const std::string& path);

// What is known about a source that was read before, wholly or in part.
struct SourceRecord {
  SourceMark mark;  // how far it was read
  SourceFile file;  // as it was then
};

// By name. Of several with one name, the text of which has changed, the last one.
using SourceRecords = std::unordered_map<std::string, SourceRecord>;

class SourceStore {
 public:
  explicit SourceStore(const Connection& connection) : connection_(connection) {}

  // All that have a name. About 1 us each.
  SourceRecords records() const;

  // A source of which nothing has been read yet.
  SourceId add(const SourceFile& file) const;

  // The file has changed on disk since: there may be more in it.
  void reopen(SourceId source, const SourceFile& file) const;

  // How far the source has been read; `mark.batch_games` does not matter. Called
  // inside the transaction that adds the games.
  void save(const SourceMark& mark) const;

 private:
  const Connection& connection_;
};

}  // namespace arbiter::db::games
