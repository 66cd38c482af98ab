// Deleted games taken out of the sums of the position index.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "db/model/stored_game.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_facts.h"
#include "db/sqlite/index/position_index.h"

namespace arbiter::sqlite {

// Gathers postings of games by rising number, and writes them as segments of their own kind
// (README.md, "Sums"), inside the caller's transaction. About 10 us a game. Memory: 64 MB, and 8
// bytes a number from the first to the last.
class Subtraction {
 public:
  Subtraction(const Database& database, unsigned jobs);

  // A game that was just marked as deleted; `start` and `moves` are as in its row.
  void add(GameId game, std::string_view start, std::span<const std::uint8_t> moves);
  // Has to be called at the end.
  void finish();

  // How many postings were taken out.
  std::uint64_t postings() const { return written_; }

 private:
  unsigned jobs_;
  PositionIndexWriter writer_;
  ColumnReader columns_;
  GameFactsReader games_;
  GameReplay replay_;
  GameId first_{};
  std::vector<GameFacts> facts_;  // from `first_` on
  std::vector<Posting> postings_;
  std::uint64_t written_ = 0;
};

}  // namespace arbiter::sqlite
