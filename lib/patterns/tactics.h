// The tactics that an index lists for each game: forks, pins, x-rays, skewers, double and
// discovered checks.
#pragma once

#include <cstdint>

#include "lib/chess/bitboard.h"

namespace arbiter {

// A set of tactics. The order of the bits is in files (db/README.md, "Tactics").
using Tactics = std::uint64_t;

inline constexpr Tactics kDoubleCheck = Tactics{1} << 56;
inline constexpr Tactics kDiscoveredCheck = Tactics{1} << 57;

namespace tactic_bits {

// Returns the tactic of a side with this number.
constexpr Tactics numbered(Color side, int number) {
  return Tactics{1} << (28 * index_of(side) + number);
}
constexpr int by_target(int place, Role target) { return 2 * place + (target == Role::King); }

}  // namespace tactic_bits

// A pawn, knight or bishop of `side` attacks two enemy pieces, each a king, queen or rook.
constexpr Tactics fork_by(Color side, Role forker) {
  return tactic_bits::numbered(side, index_of(forker));
}

// A piece of `side` pins an enemy piece to the enemy king or a queen.
constexpr Tactics pin_by(Color side, Role pinned, Role target) {
  return tactic_bits::numbered(side, 6 + tactic_bits::by_target(index_of(pinned), target));
}

// A line piece of `side` attacks the enemy king or a queen through exactly one piece.
constexpr Tactics xray_by(Color side, Role slider, Role target) {
  return tactic_bits::numbered(
      side, 16 + tactic_bits::by_target(index_of(slider) - index_of(Role::Bishop), target));
}

// A line piece of `side` attacks the enemy king or a queen, and through it another enemy piece
// that is not a pawn.
constexpr Tactics skewer_by(Color side, Role slider, Role target) {
  return tactic_bits::numbered(
      side, 22 + tactic_bits::by_target(index_of(slider) - index_of(Role::Bishop), target));
}

}  // namespace arbiter
