// Whether what two games of a database say about themselves can be true of one game.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/model/ids.h"
#include "db/model/same_game.h"
#include "db/sqlite/care/deduplication.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"

namespace arbiter::sqlite {

enum class Sameness : std::uint8_t {
  No,
  OtherNames,  // it can be the same one, but for the names of the players
  Yes,
};

class GameComparison {
 public:
  // Reads the names of all players: 0.3 us each.
  GameComparison(const Connection& connection, ColumnReader& columns);

  // Of two games with the same moves, or of which one begins as the other goes. Players, date and
  // result as may_be_same() has it; in one event rounds must not differ, and of a short game
  // (kTellingPlies) event, site and round neither. Other names are only possible
  // from kMinPliesForOtherNames half-moves on. 0.1 to 5 us.
  Sameness compare(GameId a, GameId b);

  // Players whose names are folded the same have the same number; 0 is nobody.
  std::uint32_t white_of(GameId game) { return person_of(columns_.value(game, GameColumn::White)); }
  std::uint32_t black_of(GameId game) { return person_of(columns_.value(game, GameColumn::Black)); }

  // Below so many half-moves two pairs of players may well have played the same moves.
  static constexpr std::uint16_t kMinPliesForOtherNames = 40;

 private:
  GameClaims claims_of(GameId game);
  std::string round_of(GameId game);
  std::uint32_t person_of(std::uint64_t player) const {
    return player < persons_.size() ? persons_[player] : 0;
  }
  bool may_be_one_round(GameId a, GameId b, bool is_short);
  bool contradicts(GameId a, GameId b, GameColumn column);

  ColumnReader& columns_;
  Statement round_;
  std::vector<std::string> players_;    // names by id
  std::vector<std::uint32_t> persons_;  // by id: the first one that is folded the same
};

// Groups of two games or more, one after another.
struct UnitedGames {
  std::vector<std::uint32_t> numbers;  // of the games
  std::vector<std::uint32_t> ends;     // of the groups, in `numbers`
};

// Chooses the game to keep of each group, and calls `visit` by ascending number of that game. Holds
// 28 bytes a game, and what comparing needs.
void choose_copies(const Connection& connection, ColumnReader& columns, GameComparison& comparison,
                   const UnitedGames& united, const DuplicateVisit& visit,
                   const DuplicateProgress& progress);

}  // namespace arbiter::sqlite
