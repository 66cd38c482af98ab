// A compacted copy of a database.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "db/model/game_set.h"
#include "db/sqlite/care/compaction.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_text.h"

namespace arbiter::sqlite {

// A row of `game_text`.
struct TextStretch {
  GameId first{};
  std::int64_t games = 0;

  GameId game(std::int64_t place) const { return GameId{number_of(first) + place}; }
};

// Throws DamageError where the row's numbers cannot be.
TextStretch stretch_at(const Connection& connection, const Statement& row);

class KeptTexts {
 public:
  KeptTexts(const Connection& connection, const GameSet& gone)
      : reader_(connection),
        row_(connection.prepare("SELECT round, offset, line FROM game WHERE id = ?1")),
        gone_(gone) {}

  bool loses_any(const TextStretch& stretch) const;

  // Those of the stretch, with nothing for each game that is gone; nothing at all if all are. They
  // live until the next call.
  std::span<const SealedText> kept_of(const TextStretch& stretch);

 private:
  std::uint64_t seal_of_row(GameId game);

  GameTextReader reader_;
  Statement row_;
  const GameSet& gone_;
  std::vector<std::string> records_;
  std::vector<SealedText> texts_;
};

// Deleted games whose rows are still there.
GameSet deleted_games(const Database& database);

// As of games that were never there.
void drop_facts(const Connection& connection, const GameSet& games);

// Makes a new file at `path`, synced, with what is left of `from` and one segment of the index.
// Each of its pages is written about once. Precondition: nobody writes to `from` meanwhile; it has
// no objects of the user's own. Throws DamageError where anything that is copied is damaged.
CompactionResult copy_compacted(const Database& from, const std::string& path,
                                const CompactionProgress& progress);

}  // namespace arbiter::sqlite
