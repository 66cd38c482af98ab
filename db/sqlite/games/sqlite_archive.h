// The games of an SQLite file as drafts, for an import into another store.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/model/game_archive.h"
#include "db/model/game_draft.h"
#include "db/model/ids.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_text.h"

namespace arbiter::sqlite {

class StoredDrafts {
 public:
  explicit StoredDrafts(const Connection& connection);

  // Puts the game behind those of the batch, without findings, postings and hash of the moves.
  // False, and nothing is added, where there is no such game or it is deleted. About 5 us for games
  // that lie near each other. Throws IoError where its row is damaged; its moves are not looked at.
  bool add(GameId game, DraftBatch& batch);

  // Gives the last game of the batch the findings of a game. About 2 us. Those that this version
  // does not know are left out.
  void add_findings(GameId game, DraftBatch& batch);

 private:
  std::optional<DiagnosticCode> code_of(std::int64_t kind);

  const Connection& connection_;
  Statement game_;
  Statement findings_;
  Statement kind_;
  GameTextReader texts_;
};

// All games that are not deleted, by source and place in it. About 1 us each.
std::vector<PlacedGame> games_by_place(const Database& database);

// Of all that a file says about a game, but not of where it says it: games of which it is the same
// are the same to the letter. Against accidents, as fingerprint.h.
std::uint64_t content_key(const DraftBatch& batch, const GameDraft& game);

class SqliteArchive final : public GameArchive {
 public:
  // `database` was opened for reading.
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
