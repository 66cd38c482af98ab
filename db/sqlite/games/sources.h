// The source files of a database (table `source`), and the games from each.
#pragma once

#include <span>
#include <vector>

#include "db/model/game_set.h"
#include "db/model/source.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"

namespace arbiter::sqlite {

// Whatever reads a row throws DamageError where its numbers are none that a source can have.
class SourceStore {
 public:
  explicit SourceStore(const Connection& connection) : connection_(connection) {}

  // All that were not forgotten, by rising number. About 1 us each.
  std::vector<SourceRecord> list() const;
  // The same by name.
  SourceRecords records() const;

  // How far a source has been read; `batch_games` is 0.
  SourceMark mark_of(SourceId source) const;

  // A source of which nothing has been read yet.
  SourceId add(const SourceFile& file) const;

  // The file has changed on disk since: there may be more in it.
  void reopen(SourceId source, const SourceFile& file) const;

  // How far the source has been read; `mark.batch_games` does not matter. Called
  // inside the transaction that adds the games.
  void save(const SourceMark& mark) const;

  // As if the source had never been read; its row stays for games that were deleted. Called inside
  // the transaction that deletes its games.
  void forget(SourceId source) const;

 private:
  const Connection& connection_;
};

// Sources whose rows do not say how far they were read as SourceStore::save() wrote it. In files of
// version 1 nothing vouches for that.
std::vector<SourceId> changed_sources(const Connection& connection);

// Takes what all rows say for what save() wrote, inside the caller's transaction.
void seal_sources(const Connection& connection);

// All sources that were not forgotten, by rising number. Some ns a game, 0.1 us a finding.
std::vector<SourceContents> source_contents(const Connection& connection, ColumnReader& columns);

// The games that one of these gave and that are not deleted.
GameSet games_of(ColumnReader& columns, std::span<const SourceId> sources);

}  // namespace arbiter::sqlite
