// A search for a mate by playing games in which both sides cooperate.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lib/laws/winnability/state.h"

namespace arbiter {

struct PlayoutResult {
  std::optional<std::vector<Move>> line;  // the legal moves to a mate, or nothing
  std::uint64_t positions = 0;            // number of examined positions
};

inline constexpr std::uint64_t kPlayoutPositions = 10'000;

// Plays a few games by heuristics, without backtracking. Takes a few microseconds per game. A line
// is a proof; a missing line proves nothing. Stops after about `most` positions. Precondition:
// there is a legal move.
PlayoutResult greedy_playout(const State& state, std::uint64_t most = kPlayoutPositions);

// The squares that the kings head for. To be mated by a rook or queen, the loser's king goes to the
// edge, with the winner's king in front of it. If all pawns of the winner are blocked, the winner's
// king goes to a blocker's square.
struct KingGoals {
  Square king;
  Square helper;

  Square of(Color color) const { return color == kWinner ? helper : king; }
};

// Returns whether the winner has only minor pieces. A mate then needs a corner, and a piece of the
// loser that blocks an escape square.
bool is_light(const State& state);

// Returns the goals that need the fewest king moves; `skipped` is the number of better goals to
// skip.
KingGoals goals_of_kings(const State& state, std::uint64_t skipped);

Bitboard attacked_by(const State& state, Color color);

// Returns the squares that the king of `color` may enter from the next move on.
Bitboard open_to_king(const State& state, Color color);

// Returns the squares next to `from` on the shortest paths to `goal` over `open` squares; empty if
// no path exists.
Bitboard steps_towards(Square goal, Square from, Bitboard open);

// Returns the squares in front of the winner's pawns while the winner has no rook or queen.
Bitboard way_of_pawns(const State& state);

}  // namespace arbiter
