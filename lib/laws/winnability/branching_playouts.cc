#include "lib/laws/winnability/branching_playouts.h"

#include <algorithm>

#include "lib/laws/winnability/material_lemmas.h"
#include "lib/laws/winnability/state_store.h"

namespace arbiter {
namespace {

class BranchingPlayouts {
 public:
  PlayoutResult run(const State& first, std::uint64_t most) {
    add(first, 0, Move());
    for (Index index = 0; index < store_.size() && positions_ < most; ++index) {
      const State state = unpacked(store_[index]);
      if (is_mated(state)) return {line_to(index), positions_};
      if (!can_win_by_material(state.men, kWinner) || !has_legal_move(state)) continue;
      const PlayoutResult result =
          greedy_playout(state, std::min(kPlayoutPositions, most - positions_));
      positions_ += result.positions;
      if (result.line) return {joined(line_to(index), *result.line), positions_};
      for (const Move move : legal_moves(state)) {
        State after = state;
        play(after, move);
        add(after, index, move);
      }
    }
    return {std::nullopt, positions_};
  }

 private:
  using Index = StateStore::Index;

  void add(const State& state, Index parent, Move move) {
    if (store_.add(packed(state), parent)) moves_.push_back(move);
  }

  std::vector<Move> line_to(Index index) const {
    std::vector<Move> line;
    for (; index != 0; index = store_.parent(index)) line.push_back(moves_[index]);
    std::reverse(line.begin(), line.end());
    return line;
  }

  static std::vector<Move> joined(std::vector<Move> line, const std::vector<Move>& rest) {
    line.insert(line.end(), rest.begin(), rest.end());
    return line;
  }

  StateStore store_;
  std::vector<Move> moves_;  // each led to the state of the same index
  std::uint64_t positions_ = 0;
};

}  // namespace

PlayoutResult playouts_from_all(const State& state, std::uint64_t most) {
  return BranchingPlayouts().run(state, most);
}

}  // namespace arbiter
