// What sums are made of, game by game, from the columns of all games.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/model/game_draft.h"
#include "db/model/ids.h"
#include "db/model/position_sums.h"
#include "db/sqlite/games/game_columns.h"

namespace arbiter::sqlite {

// Cheap for games that lie near each other: about 2 ns then.
class GameFactsReader {
 public:
  // `facts` must outlive this, and not be told to forget in between.
  explicit GameFactsReader(ColumnReader& facts) : facts_(facts) {}

  // Also where there is no such game.
  bool is_deleted(GameId game);
  // Of a game that was deleted too, as long as compaction has not removed it. Precondition:
  // has(game).
  GameFacts facts(GameId game);
  // Whether there is such a number, in use or not.
  bool has(GameId game);

 private:
  void go_to(GameId game);
  void read_all();

  ColumnReader& facts_;
  std::int64_t chunk_ = -1;
  bool has_all_ = false;  // of the chunk; else only its flags
  std::span<const std::uint8_t> flags_;
  std::span<const std::uint8_t> results_;
  std::span<const std::uint16_t> white_elos_;
  std::span<const std::uint16_t> black_elos_;
  std::span<const std::uint32_t> dates_;
};

}  // namespace arbiter::sqlite
