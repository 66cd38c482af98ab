// The texts of games that lie together with those of games that were deleted.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "db/model/game_set.h"
#include "db/sqlite/file/connection.h"
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

}  // namespace arbiter::sqlite
