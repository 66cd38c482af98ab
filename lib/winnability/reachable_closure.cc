#include "lib/winnability/reachable_closure.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

#include "lib/winnability/fortress.h"
#include "lib/winnability/guidance.h"
#include "lib/winnability/material_lemmas.h"
#include "lib/winnability/state_store.h"

namespace arbiter {

namespace {

// States that wait to be looked at, nearest to mate first, of equals the oldest.
class Agenda {
 public:
  using Index = StateStore::Index;

  void add(int guidance, Index index) {
    buckets_[static_cast<std::size_t>(guidance)].items.push_back(index);
    least_ = std::min(least_, static_cast<std::size_t>(guidance));
  }

  std::optional<Index> take() {
    for (; least_ < buckets_.size(); ++least_) {
      Bucket& bucket = buckets_[least_];
      if (bucket.taken < bucket.items.size()) return bucket.items[bucket.taken++];
      bucket = {};
    }
    return std::nullopt;
  }

 private:
  struct Bucket {
    std::vector<Index> items;
    std::size_t taken = 0;
  };
  std::array<Bucket, kMostGuidance + 1> buckets_;
  std::size_t least_ = kMostGuidance + 1;
};

class Exploration {
 public:
  explicit Exploration(const ClosureLimits& limits) : limits_(limits) {}

  ClosureResult run(const State& first) {
    remember(first, 0);
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

  // Mostly the most promising, at times the oldest: no guess misleads for ever.
  std::optional<Index> next() {
    while (true) {
      std::optional<Index> index;
      if (++turn_ % 4 == 0 && oldest_ < store_.size()) {
        index = oldest_++;
      } else {
        index = agenda_.take();
      }
      if (!index) return std::nullopt;
      if (is_expanded_[*index]) continue;
      is_expanded_[*index] = true;
      return index;
    }
  }

  void remember(const State& state, Index parent) {
    const auto index = store_.add(packed(state), parent);
    if (!index) return;
    is_expanded_.push_back(false);
    agenda_.add(guidance_of(state), *index);
  }

  // Adds what follows; true where a move mates.
  bool expand(Index index) {
    const State state = unpacked(store_[index]);
    for (const Move move : legal_moves(state)) {
      State after = state;
      play(after, move);
      ++positions_;
      if (is_mated(after)) {
        mate_ = move;
        return true;
      }
      if (is_irreversible(state, move) && is_hopeless(after)) continue;
      remember(after, index);
    }
    return false;
  }

  static bool is_irreversible(const State& state, Move move) {
    return state.men.pawns.contains(move.from()) || state.men.occupied().contains(move.to());
  }

  static bool is_hopeless(const State& state) {
    return !can_win_by_material(state) || is_fortress(state);
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
  Agenda agenda_;
  std::vector<bool> is_expanded_;
  Index oldest_ = 0;
  std::uint64_t turn_ = 0;
  std::uint64_t positions_ = 0;
  std::optional<Move> mate_;
};

}  // namespace

ClosureResult explore(const State& state, const ClosureLimits& limits) {
  return Exploration(limits).run(state);
}

}  // namespace arbiter
