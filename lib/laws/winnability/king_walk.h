// Where the kings go while both sides help to a mate, and how they get there.
#pragma once

#include <cstdint>

#include "lib/laws/winnability/state.h"

namespace arbiter {

// For a mate by a rook or queen: the loser's king on the edge, the winner's in front
// of it. Or, where the winner's pawns are all blocked: his king where it takes a blocker.
struct KingGoals {
  Square king;
  Square helper;

  Square of(Color color) const { return color == kWinner ? helper : king; }
};

// Whether the winner has but minor pieces, so that it takes a corner and a man of the
// loser's beside his king.
bool is_light(const State& state);

// Those that take the least moves, where nobody else moves; the first `skipped` pictures
// left out.
KingGoals goals_of_kings(const State& state, std::uint64_t skipped);

Bitboard attacked_by(const State& state, Color color);

// Where the king of `color` may stand, from the next move on.
Bitboard open_to_king(const State& state, Color color);

// The squares next to `from` on the shortest ways to `goal` over `open` ones; none where
// there is no way or nowhere to go.
Bitboard steps_towards(Square goal, Square from, Bitboard open);

// The squares in front of the winner's pawns as long as he has no rook or queen.
Bitboard way_of_pawns(const State& state);

}  // namespace arbiter
