// Games whose moves are the beginning of another game.
#pragma once

#include <cstdint>
#include <vector>

#include "db/model/game_set.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"

namespace arbiter::sqlite {

// A game as the search knows it: 16 bytes of each of millions.
struct HashedGame {
  std::uint64_t hash = 0;    // MovesHash of first position and main line
  std::uint32_t number = 0;  // of the game: there are fewer than 2^28
  std::uint16_t plies = 0;

  GameId game() const { return GameId{number}; }
};

// Those of `among` whose moves are known, by rising hash, then by number.
std::vector<HashedGame> hashed_games(ColumnReader& columns, const GameSet& among);

// `shorter` is how `longer` begins: same first position, same moves.
struct PrefixPair {
  std::uint32_t shorter = 0;  // the first of `games` with its hash
  GameId longer{};
};

// All pairs where the shorter game has `least_plies` and more. `games` is what
// hashed_games() gave. Reads the moves of all games once, without a board: about 1 us a game.
std::vector<PrefixPair> find_prefixes(const Connection& connection,
                                      const std::vector<HashedGame>& games,
                                      std::uint16_t least_plies);

}  // namespace arbiter::sqlite
