// The source files and games of an SQLite file, also as an archive for imports into other stores.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/model/game_draft.h"
#include "db/model/game_set.h"
#include "db/model/ids.h"
#include "db/model/source.h"
#include "db/model/storage.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_text.h"

namespace arbiter::sqlite {

// The rows of table `source`. Readers throw DamageError if a row contains impossible values.
class SourceStore {
 public:
  explicit SourceStore(const Connection& connection) : connection_(connection) {}

  // Returns all sources except forgotten ones, in ascending order of their ids. Takes about 1 us
  // each.
  std::vector<SourceRecord> list() const;
  // Returns all sources except forgotten ones, by name.
  SourceRecords records() const;

  // Returns the position up to which a source was read, with `batch_games` 0.
  SourceMark mark_of(SourceId source) const;

  // Adds a source that was not read yet.
  SourceId add(const SourceFile& file) const;

  // Updates the source after its file has changed on disk.
  void reopen(SourceId source, const SourceFile& file) const;

  // Saves the position up to which the source was read. `mark.batch_games` is ignored. Must be
  // called inside the transaction that adds the games.
  void save(const SourceMark& mark) const;

  // Marks a source as never read. Its row remains for deleted games. Must be called inside the
  // transaction that deletes its games.
  void forget(SourceId source) const;

 private:
  const Connection& connection_;
};

// Returns the sources whose rows differ from what SourceStore::save() wrote. Files of version 1
// have none.
std::vector<SourceId> changed_sources(const Connection& connection);

// Recalculates the seals of all rows, inside the caller's transaction.
void seal_sources(const Connection& connection);

// Returns all sources with their games, except forgotten sources, in ascending order. Takes a few
// ns per game, and 0.1 us per finding.
std::vector<SourceContents> source_contents(const Connection& connection, ColumnReader& columns);

// Returns the games of these sources, except deleted ones.
GameSet games_of(ColumnReader& columns, std::span<const SourceId> sources);

class StoredDrafts {
 public:
  explicit StoredDrafts(const Connection& connection);

  // Appends a game to the batch, without findings, postings and moves hash. Returns false if the
  // game does not exist or is deleted. Takes about 5 us for games near each other. The moves are
  // not checked. Throws DamageError.
  bool add(GameId game, DraftBatch& batch);

  // Adds the findings of a game to the last game of the batch. Findings that this version does not
  // define are omitted. Takes about 2 us.
  void add_findings(GameId game, DraftBatch& batch);

 private:
  std::optional<DiagnosticCode> code_of(std::int64_t kind);

  const Connection& connection_;
  Statement game_;
  Statement findings_;
  Statement kind_;
  GameTextReader texts_;
};

// Returns all games that are not deleted, sorted by source and position. Takes about 1 us each.
std::vector<PlacedGame> games_by_place(const Database& database);

// Returns a fingerprint of a game's content in the source file, without its position in the file.
std::uint64_t content_key(const DraftBatch& batch, const GameDraft& game);

class SqliteArchive final : public GameArchive {
 public:
  // Precondition: `database` was opened for reading.
  explicit SqliteArchive(std::unique_ptr<Database> database);

  const std::string& name() const override;
  std::vector<SourceRecord> sources() override;
  std::vector<PlacedGame> places() override;
  bool add(GameId game, DraftBatch& batch) override;

 private:
  std::unique_ptr<Database> database_;
  ReadSnapshot moment_;
  StoredDrafts drafts_;
};

}  // namespace arbiter::sqlite
