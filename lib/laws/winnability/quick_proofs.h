// Proofs that White cannot mate, without an exhaustive search.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lib/laws/winnability/reach_analysis.h"
#include "lib/laws/winnability/state.h"

namespace arbiter {

// Returns whether it is proved that White never mates in any line in which the assumptions hold.
// The proof uses the squares that each piece can reach (see reach_analysis.h). False proves
// nothing. Takes microseconds. Precondition: no mate is on the board.
bool is_fortress(const State& state, std::span<const Assumption> assumptions = {});

// Returns whether is_fortress() is likely to succeed. White has no rook or queen, and each white
// pawn is stopped by a pawn directly in front of it.
bool looks_shut(const State& state);

// Returns whether is_fortress() is likely to succeed, at almost no cost. White has pawns, and each
// is still stopped after White's king has captured all unguarded pawns that it can reach.
bool looks_walled_in(const State& state);

// Returns whether it is proved that White never mates, by case distinction on one or two pieces
// that cannot currently move. Each is captured before it moves, or it is not; in each case other
// pieces stay shut in for longer. False proves nothing. Takes hundreds of microseconds.
// Precondition: no mate is on the board.
bool is_fortress_in_all_cases(const State& state);

// Returns whether every line leads to a proved fortress, a repetition or insufficient material
// within a few moves, not counting checks. False proves nothing, because the search stops at the
// first other line. Subtracts the number of examined positions from `positions`, the limit. A
// fortress proof counts as many positions as take the same time. Precondition: no mate is on the
// board.
bool all_lines_are_shut(const State& state, std::uint64_t& positions);

// The end of a game without a legal move, from White's point of view.
enum class QuickEnd { Mated, NoMate };

// Returns the end in the position; nothing if a legal move exists.
std::optional<QuickEnd> end_of_game(const State& state);

// A line in which each move is the only legal one.
struct ForcedMoves {
  std::vector<Move> moves;
  State state;
  bool is_cycle = false;        // true if a position recurred, so that the moves repeat endlessly
  std::uint64_t positions = 0;  // number of examined positions
};
ForcedMoves play_forced_moves(const State& state);

// Returns whether every line of at most `depth` moves ends without mate, by a missing legal move or
// by insufficient material. Stops at the first other line, and at the limit `positions`, from which
// it subtracts the number of examined positions. Precondition: no mate is on the board.
bool all_lines_end(const State& state, int depth, std::uint64_t& positions);

// Returns whether both kings can move back and forth endlessly. Then not all lines end, unless the
// material excludes mate.
bool can_kings_walk(const State& state);

}  // namespace arbiter
