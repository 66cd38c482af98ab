// The search for the first move of a game that is not in a database.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/model/game_filter.h"
#include "db/model/game_statistics.h"
#include "db/model/storage.h"
#include "db/model/stored_game.h"

namespace arbiter {

// A game, and its first move that is not in the database.
struct Departure {
  StoredGame game;
  std::uint64_t known = 0;             // plies before the last position that other games reached
  std::uint64_t games = 0;             // number of those games
  std::optional<GameId> example = {};  // one of those games
  std::string move = {};               // such as "12. Nd7"; empty if no move is new
  std::string san = {};
  std::string uci = {};
  // Results of those games, from the side of the filter's player.
  std::optional<GameCount> results = {};

  bool is_new() const { return !move.empty(); }
};

// Returns the filter with the condition that games were played before `date` (yyyymmdd); 0 adds
// none.
GameFilter filter_before(std::uint32_t date, GameFilter filter);

// Compares a checked game with the games of the filter. If `before_day` (yyyymmdd) is not 0, only
// earlier games are compared. The last known position counts, because a game may leave the known
// positions and return to them. Cost: one query for each half-move after that position.
Departure departure_of(StoredGame game, const GameFilter& among, std::uint32_t before_day,
                       Storage& storage);

}  // namespace arbiter
