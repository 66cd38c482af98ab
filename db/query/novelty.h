// The search for the first move of a game that is not in a database.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

// The games that a game is compared with: all, or only those played before its day.
enum class ComparedGames : std::uint8_t { All, Earlier };

// Compares checked games with the games of the filter. The last known position counts, because a
// game may leave the known positions and return to them. The positions of all games are looked up
// in the order of their keys, so that each part of the index is read once.
std::vector<Departure> departures_of(std::vector<StoredGame> games, const GameFilter& among,
                                     ComparedGames compared, Storage& storage);

}  // namespace arbiter
