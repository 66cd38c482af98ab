// The source files and the games of an SQLite file, also as drafts for an import into another
// store.
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

  // Returns all sources but forgotten ones, by ascending number. About 1 us each.
  std::vector<SourceRecord> list() const;
  // Returns all sources except forgotten ones, by name.
  SourceRecords records() const;

  // Returns how far a source has been read; `batch_games` is 0.
  SourceMark mark_of(SourceId source) const;

  // Adds a source of which nothing has been read yet.
  SourceId add(const SourceFile& file) const;

  // Updates the source after its file has changed on disk.
  void reopen(SourceId source, const SourceFile& file) const;

  // Saves how far the source has been read, without `mark.batch_games`. Called inside the
  // transaction that adds the games.
  void save(const SourceMark& mark) const;

  // Marks a source as never read; its row stays for deleted games. Called inside the transaction
  // that deletes its games.
  void forget(SourceId source) const;

 private:
  const Connection& connection_;
};

// Returns the sources whose rows differ from what SourceStore::save() wrote; none in files of
// version 1.
std::vector<SourceId> changed_sources(const Connection& connection);

// Seals all rows as they are, inside the caller's transaction.
void seal_sources(const Connection& connection);

// Returns all sources but forgotten ones with their games, by ascending number. Some ns per game,
// 0.1 us per finding.
std::vector<SourceContents> source_contents(const Connection& connection, ColumnReader& columns);

// Returns the games of these sources that are not deleted.
GameSet games_of(ColumnReader& columns, std::span<const SourceId> sources);

class StoredDrafts {
 public:
  explicit StoredDrafts(const Connection& connection);

  // Appends a game to the batch, without findings, postings and hash of the moves. Returns false if
  // the game does not exist or is deleted. About 5 us for games near each other. Throws
  // DamageError; the moves are not checked.
  bool add(GameId game, DraftBatch& batch);

  // Adds the findings of a game to the last game of the batch, without those unknown to this
  // version. About 2 us.
  void add_findings(GameId game, DraftBatch& batch);

 private:
  std::optional<DiagnosticCode> code_of(std::int64_t kind);

  const Connection& connection_;
  Statement game_;
  Statement findings_;
  Statement kind_;
  GameTextReader texts_;
};

// Returns all games that are not deleted, by source and place in it. About 1 us each.
std::vector<PlacedGame> games_by_place(const Database& database);

// Returns a hash of everything that a source file contains about a game, but not of the place in
// the file. Equal hashes mean identical games, except by accident (see Fingerprint).
std::uint64_t content_key(const DraftBatch& batch, const GameDraft& game);

class SqliteArchive final : public GameArchive {
 public:
  // `database` must have been opened for reading.
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
