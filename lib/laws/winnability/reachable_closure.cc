#include "lib/laws/winnability/reachable_closure.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

#include "lib/laws/winnability/fortress.h"
#include "lib/laws/winnability/guidance.h"
#include "lib/laws/winnability/material_lemmas.h"
#include "lib/laws/winnability/novelty.h"
#include "lib/laws/winnability/state_store.h"

namespace arbiter {
namespace {

// States that wait to be looked at, nearest to mate first, of equals the latest: that
// goes on with what was begun. Ten times as fast on flag falls of real games as the
// oldest first (2026-11).
class Agenda {
 public:
  using Index = StateStore::Index;

  void add(int guidance, Index index) {
    const auto at = static_cast<std::size_t>(guidance);
    buckets_[at].push_back(index);
    least_ = std::min(least_, at);
  }

  std::optional<Index> take() {
    while (least_ < buckets_.size() && buckets_[least_].empty()) ++least_;
    if (least_ == buckets_.size()) return std::nullopt;
    const Index index = buckets_[least_].back();
    buckets_[least_].pop_back();
    return index;
  }

 private:
  std::array<std::vector<Index>, kMostGuidance + 1> buckets_;
  std::size_t least_ = kMostGuidance + 1;
};

class Exploration {
 public:
  explicit Exploration(const ClosureLimits& limits) : limits_(limits) {}

  ClosureResult run(const State& first) {
    schedule(first, guidance_of(first), *remember(first, 0), 0);
    while (const auto index = next()) {
      if (expand(*index)) return {ClosureEnd::Mate, line_to_mate(*index), positions_};
      if (positions_ >= limits_.positions || store_.size() >= limits_.stored) {
        return {ClosureEnd::LimitHit, {}, positions_};
      }
    }
    return {ClosureEnd::Exhausted, {}, positions_};
  }

 private:
  using Index = StateStore::Index;

  // By each guide in turn: none misleads for ever.
  std::optional<Index> next() {
    while (true) {
      const auto index = agendas_[turn_++ % agendas_.size()].take();
      if (!index) return std::nullopt;
      if (is_expanded_[*index]) continue;
      is_expanded_[*index] = true;
      return index;
    }
  }

  std::optional<Index> remember(const State& state, Index parent) {
    const auto index = store_.add(packed(state), parent);
    if (index) is_expanded_.push_back(false);
    return index;
  }

  void schedule(const State& state, const Guidance& guidance, Index index, int effort) {
    efforts_.resize(store_.size());
    efforts_[index] = static_cast<std::uint8_t>(std::min(effort, kMostGuidance));
    for (std::size_t i = 0; i < kGuideCount; ++i) agendas_[i].add(guidance[i], index);
    agendas_[kGuideCount].add(efforts_[index], index);
    const int boring = novelty_.is_new(state) ? 0 : kMostGuidance / 2;
    agendas_[kGuideCount + 1].add(boring + std::min(guidance[0], kMostGuidance / 2), index);
  }

  // Adds what follows; true where a move mates.
  bool expand(Index index) {
    const State state = unpacked(store_[index]);
    if (index != 0 && has_changed(unpacked(store_[store_.parent(index)]), state) &&
        is_shut(state)) {
      return false;
    }
    const Guidance before = guidance_of(state);
    for (const Move move : legal_moves(state)) {
      State after = state;
      play(after, move);
      ++positions_;
      if (is_mated(after)) {
        mate_ = move;
        return true;
      }
      if (!can_win_by_material(after.men, kWinner)) continue;
      const auto added = remember(after, index);
      if (!added) continue;
      const Guidance guidance = guidance_of(after);
      int step = guidance[0] < before[0] || guidance[1] < before[1] ? 0 : 1;
      if (state.men.occupied().contains(move.to())) step = state.turn == kWinner ? 0 : 3;
      schedule(after, guidance, *added, efforts_[index] + step);
    }
    return false;
  }

  // By a capture or a pawn's move: else a fortress would have been seen before.
  static bool has_changed(const State& before, const State& state) {
    return before.men.pawns != state.men.pawns ||
           (before.men.occupied() ^ state.men.occupied()).has_one();
  }

  // The analysis takes as long as some twenty positions, and is counted so.
  bool is_shut(const State& state) {
    if (!looks_shut(state)) return false;
    positions_ += 20;
    return is_fortress(state);
  }

  std::vector<Move> line_to_mate(Index last) const {
    std::vector<Move> line{*mate_};
    for (Index index = last; index != 0; index = store_.parent(index)) {
      line.push_back(move_between(store_.parent(index), index));
    }
    std::reverse(line.begin(), line.end());
    return line;
  }

  Move move_between(Index before, Index after) const {
    const State state = unpacked(store_[before]);
    for (const Move move : legal_moves(state)) {
      State next = state;
      play(next, move);
      if (packed(next) == store_[after]) return move;
    }
    assert(false);
    return *mate_;
  }

  const ClosureLimits limits_;
  StateStore store_;
  std::array<Agenda, kGuideCount + 2> agendas_;
  Novelty novelty_;
  std::vector<std::uint8_t> efforts_;
  std::vector<bool> is_expanded_;
  std::uint64_t turn_ = 0;
  std::uint64_t positions_ = 0;
  std::optional<Move> mate_;
};

}  // namespace

ClosureResult explore(const State& state, const ClosureLimits& limits) {
  return Exploration(limits).run(state);
}

}  // namespace arbiter
