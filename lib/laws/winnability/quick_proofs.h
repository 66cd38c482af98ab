// Proofs that White cannot mate, without a search of all positions.
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
// nothing. Takes some microseconds. Precondition: no mate is on the board.
bool is_fortress(const State& state, std::span<const Assumption> assumptions = {});

// Returns whether is_fortress() is likely to succeed. White has no rook or queen, and each white
// pawn is stopped by a pawn directly in front of it.
bool looks_shut(const State& state);

// Returns whether is_fortress() is likely to succeed, at almost no cost. White has pawns, and each
// is still stopped after White's king has captured all unguarded pawns that it can reach.
bool looks_walled_in(const State& state);

// Returns whether it is proved that White never mates, by cases for one or two pieces that cannot
// move at present. Such a piece is captured before it moves, or it is not; in each case other
// pieces remain shut in for longer. False proves nothing. Takes some hundred microseconds.
// Precondition: no mate is on the board.
bool is_fortress_in_all_cases(const State& state);

// Returns whether every line leads to a proved fortress, a repetition or insufficient material
// within a few moves, not counting checks. False proves nothing, because the search stops at the
// first other line. Subtracts the number of examined positions from `positions`, the limit. A
// fortress proof counts as the positions that take as long. Precondition: no mate is on the board.
bool all_lines_are_shut(const State& state, std::uint64_t& positions);

// The end of a game without a legal move, as seen by White.
enum class QuickEnd { Mated, NoMate };

// Returns the end shown by the position; nothing if there is a legal move.
std::optional<QuickEnd> end_of_game(const State& state);

// A line in which each move is the only legal one.
struct ForcedMoves {
  std::vector<Move> moves;      // the moves played
  State state;                  // the state after them
  bool is_cycle = false;        // true if a position recurred, so that the moves repeat forever
  std::uint64_t positions = 0;  // number of examined positions
};
ForcedMoves play_forced_moves(const State& state);

// Returns whether every line of at most `depth` moves ends without mate, by a missing legal move or
// by insufficient material. Stops at the first other line, and at the limit `positions`, from which
// it subtracts the number of examined positions. Precondition: no mate is on the board.
bool all_lines_end(const State& state, int depth, std::uint64_t& positions);

// Returns whether both kings can step to an empty square and back, again and again. Not all lines
// end then, unless by the material on the board.
bool can_kings_walk(const State& state);

}  // namespace arbiter
