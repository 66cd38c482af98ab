// The three answers to a check (Laws 3.9): move the king, block, capture.
#pragma once

#include <vector>

#include "lib/chess/move.h"
#include "lib/chess/position.h"

namespace arbiter {

// The legal moves, each in one list, in the order of legal_moves().
struct CheckAnswers {
  std::vector<Move> king_moves;  // to a safe square, without taking a checker
  std::vector<Move> blocks;      // a man between the checker and the king
  std::vector<Move> captures;    // of a checker, by whatever man, en passant too
};

// All lists are empty in checkmate. Precondition: position.is_check().
CheckAnswers check_answers(const Position& position);

// Whether a man could be put between the checker and the king, were there one:
// not against a knight, a pawn, a neighbour, or two checkers at once.
// Precondition: position.is_check().
bool has_line_to_block(const Position& position);

}  // namespace arbiter
