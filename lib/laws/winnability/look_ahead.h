// Proofs from a few moves: the forced ones, and all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lib/laws/winnability/state.h"

namespace arbiter {

// How it ends for White where there is no move to choose.
enum class QuickEnd { Mated, NoMate };

// The answer that the position itself gives: White has mated, or the game is over
// otherwise. Nothing where there is a move.
std::optional<QuickEnd> end_of_game(const State& state);

// The only legal move, again and again.
struct ForcedMoves {
  std::vector<Move> moves;      // played
  State state;                  // after them
  bool is_round = false;        // a position came back: it goes on like that for ever
  std::uint64_t positions = 0;  // looked at
};
ForcedMoves play_forced_moves(const State& state);

// Whether every line of at most `depth` moves ends, without mate, where there is no
// move or White lacks the material. Goes no further than the first line that does
// not, nor than `positions`, from which it subtracts what it looked at.
// Precondition: no mate is on the board.
bool all_lines_end(const State& state, int depth, std::uint64_t& positions);

}  // namespace arbiter
