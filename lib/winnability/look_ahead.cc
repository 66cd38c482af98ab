#include "lib/winnability/look_ahead.h"

#include <algorithm>

#include "lib/winnability/material_lemmas.h"

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

bool all_lines_end(const State& state, int depth, std::uint64_t& positions) {
  if (positions == 0) return false;
  --positions;
  if (!can_win_by_material(state.men, kWinner)) return true;
  const MoveList moves = legal_moves(state);
  if (moves.is_empty()) return !(state.turn == kLoser && is_check(state));
  if (depth == 0) return false;
  for (const Move move : moves) {
    State after = state;
    play(after, move);
    if (is_mated(after)) return false;
    if (!all_lines_end(after, depth - 1, positions)) return false;
  }
  return true;
}

}  // namespace arbiter
