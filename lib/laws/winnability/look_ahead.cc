#include "lib/laws/winnability/look_ahead.h"

#include <algorithm>

#include "lib/laws/winnability/material_lemmas.h"

namespace arbiter {

std::optional<QuickEnd> end_of_game(const State& state) {
  if (has_legal_move(state)) return std::nullopt;
  return state.turn == kLoser && is_check(state) ? QuickEnd::Mated : QuickEnd::NoMate;
}

ForcedMoves play_forced_moves(const State& state) {
  constexpr std::size_t kMostMoves = 200;
  ForcedMoves forced{{}, state};
  std::vector<PackedState> before;
  while (forced.moves.size() < kMostMoves) {
    const MoveList moves = legal_moves(forced.state);
    ++forced.positions;
    if (moves.size() != 1) break;
    const PackedState now = packed(forced.state);
    forced.is_round = std::ranges::find(before, now) != before.end();
    if (forced.is_round) break;
    before.push_back(now);
    forced.moves.push_back(moves[0]);
    play(forced.state, moves[0]);
  }
  return forced;
}

namespace {

bool all_lines_end_after(Move move, const State& state, int depth, std::uint64_t& positions) {
  State after = state;
  play(after, move);
  return !is_mated(after) && all_lines_end(after, depth - 1, positions);
}

}  // namespace

bool all_lines_end(const State& state, int depth, std::uint64_t& positions) {
  if (positions == 0) return false;
  --positions;
  if (!can_win_by_material(state.men, kWinner)) return true;
  // One line that goes on is enough, and mostly the first does.
  const auto some = some_legal_move(state);
  if (!some) return !(state.turn == kLoser && is_check(state));
  if (depth == 0 || !all_lines_end_after(*some, state, depth, positions)) return false;
  return std::ranges::all_of(legal_moves(state), [&](Move move) {
    return move == *some || all_lines_end_after(move, state, depth, positions);
  });
}

}  // namespace arbiter
