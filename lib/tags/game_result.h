// The result of a game: decided here, once, for everybody who asks.
#pragma once

#include <optional>
#include <string_view>

#include "lib/chess/position.h"
#include "lib/laws/game_end.h"
#include "lib/laws/result_text.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

struct GameResult {
  Outcome outcome = Outcome::Unknown;
  bool is_double_forfeit = false;  // both players lost, which PGN cannot say: Unknown

  bool is_known() const { return outcome != Outcome::Unknown || is_double_forfeit; }
  bool operator==(const GameResult&) const = default;
};

GameResult result_of(const ResultReading& reading);

// "1-0", "0-1", "1/2-1/2", "*", and "0-0" for a double forfeit.
std::string_view to_string(const GameResult& result);

// What is said about the end of a game.
struct ResultEvidence {
  std::optional<ResultReading> terminator = {};
  std::optional<ResultReading> tag = {};
  std::optional<Outcome> board = {};  // see outcome_on_board()
};

// The terminator decides; where it is missing or "*", the Result tag; where nothing at all is
// written, mate or stalemate on the board. What is written stands, right or wrong (Laws 8.7).
// Nothing if nobody says anything.
std::optional<GameResult> decide_result(const ResultEvidence& evidence);

// What mate or stalemate makes of the position, the last one of a game.
std::optional<Outcome> outcome_on_board(const Position& last);

// What the first Result tag says; nothing if there is none, or if it cannot be understood.
std::optional<ResultReading> tagged_result(const PgnGame& game);

}  // namespace arbiter
