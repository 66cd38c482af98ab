// A mate found by playing games in which both sides help.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lib/laws/winnability/state.h"

namespace arbiter {

struct PlayoutResult {
  std::optional<std::vector<Move>> line;  // the legal moves to a mate, if one was found
  std::uint64_t positions = 0;            // examined
};

// The default limit of positions of a playout.
inline constexpr std::uint64_t kPlayoutPositions = 10'000;

// Plays a few games by rules of thumb, without taking moves back. Takes some microseconds per game
// and stores nothing. A line is a proof; without a line, nothing is proved. Stops after about
// `most` positions. Precondition: there is a legal move.
PlayoutResult greedy_playout(const State& state, std::uint64_t most = kPlayoutPositions);

// The squares to which the kings go for a mate. For a rook or queen: the loser's king on the edge,
// the winner's king in front of it. If all pawns of the winner are blocked: his king on the square
// of a blocker.
struct KingGoals {
  Square king;
  Square helper;

  Square of(Color color) const { return color == kWinner ? helper : king; }
};

// Returns whether the winner has only minor pieces, so that a mate needs a corner and a piece of
// the loser beside his king.
bool is_light(const State& state);

// Returns the goals that take the fewest moves if no other piece moves, without the first `skipped`
// of them.
KingGoals goals_of_kings(const State& state, std::uint64_t skipped);

Bitboard attacked_by(const State& state, Color color);

// Returns the squares where the king of `color` may be from the next move on.
Bitboard open_to_king(const State& state, Color color);

// Returns the squares next to `from` on the shortest ways to `goal` over `open` squares; none if no
// way exists.
Bitboard steps_towards(Square goal, Square from, Bitboard open);

// Returns the squares in front of the winner's pawns while he has no rook or queen.
Bitboard way_of_pawns(const State& state);

}  // namespace arbiter
