#include "lib/laws/pins.h"

#include "lib/chess/attacks.h"

namespace arbiter {

std::vector<Pin> pins_of(const Board& board, Color color) {
  std::vector<Pin> pins;
  const Bitboard kings = board.of(color, Role::King);
  if (!kings.has_one()) return pins;
  const Square king = kings.first();
  const Bitboard aiming = (attacks_on_empty_board(Role::Bishop, king) & board.diagonal_sliders()) |
                          (attacks_on_empty_board(Role::Rook, king) & board.straight_sliders());
  for (const Square pinner : aiming& board.of(other(color))) {
    const Bitboard between_them = between(king, pinner) & board.occupied();
    if (between_them.has_one() && (between_them & board.of(color)).any()) {
      pins.push_back({.man = between_them.first(), .pinner = pinner, .king = king});
    }
  }
  return pins;
}

}  // namespace arbiter
