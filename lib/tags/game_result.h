// The result of a game, for all commands.
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

// Returns "1-0", "0-1", "1/2-1/2", "*", or "0-0" for a double forfeit.
std::string_view to_string(const GameResult& result);

// The evidence for the result of a game.
struct ResultEvidence {
  std::optional<ResultReading> terminator = {};
  std::optional<ResultReading> tag = {};
  std::optional<Outcome> board = {};  // see outcome_on_board()
};

// Returns the result: the terminator; if that is missing or "*", the Result tag; if neither exists,
// mate or stalemate on the board. A written result counts, right or wrong (Laws 8.7). Returns
// nothing without any evidence.
std::optional<GameResult> decide_result(const ResultEvidence& evidence);

// Returns the outcome if the last position of a game is mate or stalemate.
std::optional<Outcome> outcome_on_board(const Position& last);

// Returns the meaning of the first Result tag; nothing if there is none, or if it is unknown.
std::optional<ResultReading> tagged_result(const PgnGame& game);

}  // namespace arbiter
