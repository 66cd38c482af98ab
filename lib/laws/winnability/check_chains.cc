#include "lib/laws/winnability/check_chains.h"

#include <algorithm>
#include <vector>

#include "lib/laws/winnability/case_split.h"
#include "lib/laws/winnability/fortress.h"
#include "lib/laws/winnability/material_lemmas.h"

namespace arbiter {
namespace {

constexpr std::uint64_t kFortressCost = 40;
constexpr std::uint64_t kCasesCost = 1000;
constexpr int kMostPlies = 16;

// A position that was met before needs no second proof: the first met of them is
// proved, or the whole search fails. So if White ever mated, take the last position
// of the line that the search has gone on from: what follows it is a leaf, and proved.
class ChainSearch {
 public:
  ChainSearch(int quiet, std::uint64_t positions) : quiet_(quiet), positions_(positions) {}

  bool is_shut(const State& state) { return is_shut(state, quiet_, kMostPlies); }
  std::uint64_t positions() const { return positions_; }

 private:
  bool is_shut(const State& state, int quiet, int plies) {
    if (!can_win_by_material(state.men, kWinner)) return true;
    if (is_mated(state)) return false;
    if (was_met(state) || is_proved(state)) return true;
    const bool is_forced = is_check(state);
    if (plies == 0 || (quiet == 0 && !is_forced)) return false;
    for (const Move move : legal_moves(state)) {
      State after = state;
      play(after, move);
      if (!spend(1) || !is_shut(after, is_forced ? quiet : quiet - 1, plies - 1)) return false;
    }
    return true;
  }

  bool was_met(const State& state) {
    const PackedState now = packed(state);
    if (std::ranges::find(met_, now) != met_.end()) return true;
    met_.push_back(now);
    return false;
  }

  bool is_proved(const State& state) {
    return spend(kFortressCost) && (is_fortress(state) || is_proved_in_cases(state));
  }

  bool is_proved_in_cases(const State& state) {
    return spend(kCasesCost) && is_fortress_in_all_cases(state);
  }

  bool spend(std::uint64_t cost) {
    const bool has_enough = cost <= positions_;
    positions_ -= has_enough ? cost : 0;
    return has_enough;
  }

  const int quiet_;
  std::uint64_t positions_;
  std::vector<PackedState> met_;
};

}  // namespace

bool all_lines_are_shut(const State& state, std::uint64_t& positions) {
  constexpr int kMostQuiet = 3;
  for (int quiet = 0; quiet <= kMostQuiet; ++quiet) {
    ChainSearch search(quiet, positions);
    const bool is_proved = search.is_shut(state);
    positions = search.positions();
    if (is_proved) return true;
  }
  return false;
}

}  // namespace arbiter
