// A mate found by playing games in which both sides help.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lib/laws/winnability/state.h"

namespace arbiter {

struct PlayoutResult {
  std::optional<std::vector<Move>> line;  // every legal move to a mate, where one was found
  std::uint64_t positions = 0;            // looked at
};

// The default limit of positions of a playout.
inline constexpr std::uint64_t kPlayoutPositions = 10'000;

// Plays a few games, each move by rule of thumb and none taken back. Some microseconds a game;
// nothing is stored. A line is a proof, no line proves nothing. Stops after about `most` positions.
// Precondition: there is a legal move.
PlayoutResult greedy_playout(const State& state, std::uint64_t most = kPlayoutPositions);

// The squares to which the kings go for a mate. By a rook or queen: the loser's king on the edge,
// the winner's in front of it. If all pawns of the winner are blocked: his king on the square of a
// blocker.
struct KingGoals {
  Square king;
  Square helper;

  Square of(Color color) const { return color == kWinner ? helper : king; }
};

// Returns whether the winner has only minor pieces, so that a mate needs a corner and a piece of
// the loser beside his king.
bool is_light(const State& state);

// Returns the goals that take the fewest moves if nobody else moves, without the first `skipped` of
// them.
KingGoals goals_of_kings(const State& state, std::uint64_t skipped);

Bitboard attacked_by(const State& state, Color color);

// Returns the squares on which the king of `color` may stand from the next move on.
Bitboard open_to_king(const State& state, Color color);

// Returns the squares next to `from` on the shortest ways to `goal` over `open` squares; none if no
// way exists.
Bitboard steps_towards(Square goal, Square from, Bitboard open);

// Returns the squares in front of the winner's pawns while he has no rook or queen.
Bitboard way_of_pawns(const State& state);

}  // namespace arbiter
