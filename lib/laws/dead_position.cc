#include "lib/laws/dead_position.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lib/chess/legal_moves.h"

namespace arbiter {

namespace {

// The maximum number of positions for one game, in addition to the quick proofs: enough for real
// games. Beyond it, a later moment is returned.
constexpr std::uint64_t kBudget = 10'000;

template <class Ask>
std::optional<DeadProof> dead(const Position& position, Ask ask) {
  const auto white = ask(position, Color::White);
  if (!white) return std::nullopt;
  const auto black = ask(position, Color::Black);
  if (!black) return std::nullopt;
  return DeadProof{*white, *black};
}

// Returns whether a side is shut in. If it only lacks pieces or moves, the quick proof examines a
// few more moves anyway.
bool is_shut(const DeadProof& proof) {
  return std::ranges::any_of(proof, [](WinnabilityProof one) {
    return one == WinnabilityProof::Fortress || one == WinnabilityProof::Closure;
  });
}

std::vector<Position> positions_of(const Position& first, std::span<const Move> moves) {
  std::vector<Position> positions = {first};
  positions.reserve(moves.size() + 1);
  for (const Move move : moves) {
    positions.push_back(positions.back());
    positions.back().play(move);
  }
  return positions;
}

// Searches backwards from the end in growing steps, as positions near the end are the cheapest to
// prove. Then bisects between the last position that is proved dead and the first one that is not.
struct DeadSearch {
  DeadMoment run() {
    std::size_t open = find_open();
    while (open < dead_at_) {
      const std::size_t middle = open + (dead_at_ - open) / 2;
      if (!is_dead_from(middle)) open = middle + 1;
    }
    moment_.ply = static_cast<std::uint32_t>(dead_at_);
    return moment_;
  }

  // Returns the first ply that may be dead: the one after the last ply without a proof.
  std::size_t find_open() {
    for (std::size_t step = 1; dead_at_ > 0; step *= 2) {
      const std::size_t at = dead_at_ - std::min(step, dead_at_);
      if (!is_dead_from(at)) return at + 1;
    }
    return 0;
  }

  // Returns whether the position is proved dead, and records the moment.
  bool is_dead_from(std::size_t at) {
    auto proof = quick_dead(positions_[at]);
    if (!proof && is_shut(moment_.proof)) {
      proof = dead(positions_[at], [this](const Position& position, Color winner) {
        return proof_within_budget(position, winner);
      });
    }
    if (!proof) return false;
    moment_.proof = *proof;
    dead_at_ = at;
    return true;
  }

  std::optional<WinnabilityProof> proof_within_budget(const Position& position, Color winner) {
    if (const auto proof = quick_unwinnable(position, winner)) return proof;
    if (budget_ == 0) return std::nullopt;
    const WinnabilityAnswer answer = find_winnability(position, winner, {.positions = budget_});
    budget_ -= std::min(budget_, answer.positions);
    if (answer.verdict == Winnability::Unwinnable) return answer.proof;
    return std::nullopt;
  }

  std::vector<Position> positions_;
  std::size_t dead_at_ = positions_.size() - 1;  // the first position proved dead
  DeadMoment moment_ = {.proof = *quick_dead(positions_.back())};
  std::uint64_t budget_ = kBudget;
};

}  // namespace

std::optional<DeadProof> quick_dead(const Position& position) {
  return dead(position, quick_unwinnable);
}

DeadMoment first_dead_moment(const Position& first, std::span<const Move> moves) {
  return DeadSearch(positions_of(first, moves)).run();
}

std::uint32_t free_moves_after(std::uint32_t ply, const Position& first,
                               std::span<const Move> moves) {
  Position position = first;
  std::uint32_t free_moves = 0;
  for (std::size_t at = 0; at < moves.size(); ++at) {
    if (at >= ply && legal_moves(position).size() > 1) ++free_moves;
    position.play(moves[at]);
  }
  return free_moves;
}

}  // namespace arbiter
