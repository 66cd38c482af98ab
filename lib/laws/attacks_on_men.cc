#include "lib/laws/attacks_on_men.h"

namespace arbiter {

std::vector<AttackedMan> attacked_men(const Position& position, Color color) {
  const Board& board = position.board();
  std::vector<AttackedMan> attacked;
  for (const Square man : board.of(color)) {
    const Bitboard by = position.attackers(man, other(color), board.occupied());
    if (by.any()) attacked.push_back({man, by});
  }
  return attacked;
}

std::optional<CapturesOfOther> captures_of_other(const Position& position) {
  if (position.is_check()) return std::nullopt;
  CapturesOfOther captures{position, {}};
  captures.position.pass();
  const Bitboard targets = position.board().of(position.turn());
  for (const Move move : legal_moves(captures.position)) {
    if (move.kind() != MoveKind::Castling && targets.contains(move.to())) {
      captures.moves.push_back(move);
    }
  }
  return captures;
}

}  // namespace arbiter
