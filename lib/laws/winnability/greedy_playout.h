// A mate found by playing on: quick where the winner has much to mate with.
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

// How many positions a playout looks at, unless told otherwise.
inline constexpr std::uint64_t kPlayoutPositions = 10'000;

// Plays a few games in which both sides help, each move by rule of thumb and none
// taken back. Some microseconds a game; nothing is stored. A line is a proof, no line
// says nothing. Ends with the turn that reaches `most` positions. Precondition: there is a
// legal move.
PlayoutResult greedy_playout(const State& state, std::uint64_t most = kPlayoutPositions);

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
