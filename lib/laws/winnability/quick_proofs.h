// Proofs that White cannot mate, without a search of all positions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lib/laws/winnability/reach_analysis.h"
#include "lib/laws/winnability/state.h"

namespace arbiter {

// Returns whether it is proved that White never mates in the lines in which the assumptions hold.
// The proof uses the squares that each piece can reach (see reach_analysis.h). False proves
// nothing. Some microseconds. Precondition: no mate is on the board yet.
bool is_fortress(const State& state, std::span<const Assumption> assumptions = {});

// Returns whether the proof is worth the time: White has no rook or queen, and a pawn of the loser
// stands in front of each of White's pawns.
bool looks_shut(const State& state);

// Returns the same at almost no cost: White has pawns, and each is still stopped after White's king
// has taken all pawns that it can reach and that no pawn guards.
bool looks_walled_in(const State& state);

// Returns whether it is proved that White never mates, by distinguishing the fates of one or two
// pieces without a move. Either such a piece is captured before it moves, or not; in each case
// other pieces remain shut in for longer. False proves nothing. Some hundred microseconds.
// Precondition: no mate is on the board yet.
bool is_fortress_in_all_cases(const State& state);

// Returns whether every line leads to a proved fortress, a repetition or insufficient material
// within a few moves and any number of checks. False proves nothing: the search stops at the first
// other line. Subtracts the positions that it examined from `positions`, the limit; a fortress
// proof counts as the positions that take as long. Precondition: no mate is on the board.
bool all_lines_are_shut(const State& state, std::uint64_t& positions);

// The end of a game without a legal move, as seen by White.
enum class QuickEnd { Mated, NoMate };

// Returns the end that the position itself shows; nothing if there is a legal move.
std::optional<QuickEnd> end_of_game(const State& state);

// A line in which each move is the only legal one.
struct ForcedMoves {
  std::vector<Move> moves;      // the moves played
  State state;                  // the state after them
  bool is_cycle = false;        // a position recurred, so the moves repeat forever
  std::uint64_t positions = 0;  // examined
};
ForcedMoves play_forced_moves(const State& state);

// Returns whether every line of at most `depth` moves ends without mate: no legal move, or
// insufficient material. Stops at the first other line, and at the limit `positions`, from which it
// subtracts the positions that it examined. Precondition: no mate is on the board.
bool all_lines_end(const State& state, int depth, std::uint64_t& positions);

}  // namespace arbiter
