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

struct Departure {
  StoredGame game;
  std::uint64_t known = 0;             // number of half-moves before the last known position
  std::uint64_t games = 0;             // number of games that reached that position
  std::optional<GameId> example = {};  // one of these games
  std::string move = {};               // the new move, such as "12. Nd7"; empty if no move is new
  std::string san = {};
  std::string uci = {};
  // Results of these games, from the side of the filter's player.
  std::optional<GameCount> results = {};

  bool is_new() const { return !move.empty(); }
};

// Adds the condition that games were played before `date` (yyyymmdd), unless it is 0.
GameFilter filter_before(std::uint32_t date, GameFilter filter);

// The games that a game is compared with: all, or only those played before its date.
enum class ComparedGames : std::uint8_t { All, Earlier };

// Compares checked games with the games of the filter. A novelty follows the last known position,
// because games can return to known positions. Positions of all games are looked up in key order,
// so that each part of the index is read once.
std::vector<Departure> departures_of(std::vector<StoredGame> games, const GameFilter& among,
                                     ComparedGames compared, Storage& storage);

}  // namespace arbiter
