// Proof without playing moves that White cannot mate.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lib/laws/winnability/reach_analysis.h"
#include "lib/laws/winnability/state.h"

namespace arbiter {

// Whether it is proved that White never mates, from where each man can ever get (see
// reach_analysis.h), in the lines where the assumptions hold. False says nothing. Some
// microseconds. Precondition: no mate is on the board yet.
bool is_fortress(const State& state, std::span<const Assumption> assumptions = {});

// Whether that is worth the time: White has no rook or queen, and in front of each pawn
// of its stands one of the other's.
bool looks_shut(const State& state);

// The same for a question that must cost next to nothing: White has pawns, and each is
// still stopped so when White's king has taken all pawns that it can walk up to and that
// no pawn guards.
bool looks_walled_in(const State& state);

// Whether it is proved that White never mates by telling apart what becomes of one
// man or two that have no move now: either the man is never captured before it moves,
// or it is. In each case others are shut in for longer. False says nothing. Some
// hundred microseconds. Precondition: no mate is on the board yet.
bool is_fortress_in_all_cases(const State& state);

// Whether every line runs into a position that is proved to be a fortress, that goes
// round, or in which White lacks the material, within a few moves and as many checks
// as there are. False says nothing: it ends at the first line that does not. Goes no
// further than `positions`, from which it subtracts what it looked at; a fortress
// counts as the positions that take as long. Precondition: no mate is on the board.
bool all_lines_are_shut(const State& state, std::uint64_t& positions);

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
