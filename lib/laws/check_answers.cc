#include "lib/laws/check_answers.h"

#include <cassert>

#include "lib/chess/attacks.h"
#include "lib/chess/legal_moves.h"

namespace arbiter {

CheckAnswers check_answers(const Position& position) {
  assert(position.is_check());
  const Color us = position.turn();
  CheckAnswers answers;
  for (const Move move : legal_moves(position)) {
    const Square taken = move.kind() == MoveKind::EnPassant ? backward(us, move.to()) : move.to();
    if (position.checkers().contains(taken)) {
      answers.captures.push_back(move);
    } else if (move.from() == position.king(us)) {
      answers.king_moves.push_back(move);
    } else {
      answers.blocks.push_back(move);
    }
  }
  return answers;
}

bool has_line_to_block(const Position& position) {
  assert(position.is_check());
  if (position.checkers().has_many()) return false;
  return between(position.king(position.turn()), position.checkers().first()).any();
}

}  // namespace arbiter
