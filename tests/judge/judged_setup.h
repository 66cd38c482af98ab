// Functions that convert the judge's types to Arbiter's, for comparisons.
#pragma once

#include <string>
#include <string_view>

#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"
#include "tests/judge/judge_board.h"
#include "tests/support/namespaces.h"

namespace arbiter::judge {

Setup setup_of(const JudgeBoard& board);

// These functions end the test program if the text is malformed.
Setup setup_of(std::string_view fen);
Position position_of(std::string_view fen);

// Returns the move in UCI, with castling as king takes rook.
std::string uci_of(Move move);

// Converts the judge's move to a Move.
Move move_of(const JudgeMove& move, const JudgeBoard& board);

}  // namespace arbiter::judge
