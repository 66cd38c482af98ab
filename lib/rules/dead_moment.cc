#include "lib/rules/dead_moment.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lib/chess/legal_moves.h"

namespace arbiter {
namespace {

// Enough for every position of a real game; a later moment is named where it is not.
constexpr WinnabilityLimits kLimits{.positions = 20'000};

std::optional<WinnabilityProof> unwinnable(const Position& position, Color winner) {
  if (const auto proof = quick_unwinnable(position, winner)) return proof;
  const WinnabilityAnswer answer = winnability(position, winner, kLimits);
  if (answer.verdict == Winnability::Unwinnable) return answer.proof;
  return std::nullopt;
}

template <class Ask>
std::optional<DeadProof> dead(const Position& position, Ask ask) {
  const auto white = ask(position, Color::White);
  if (!white) return std::nullopt;
  const auto black = ask(position, Color::Black);
  if (!black) return std::nullopt;
  return DeadProof{*white, *black};
}

// Whether a side is shut out: where it is short of men or of moves, a few moves more
// are looked at anyway.
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

}  // namespace

std::optional<DeadProof> quick_dead(const Position& position) {
  return dead(position, quick_unwinnable);
}

// Back from the end, for what is near it costs least to prove.
DeadMoment first_dead_moment(const Position& first, std::span<const Move> moves) {
  const std::vector<Position> positions = positions_of(first, moves);
  std::size_t dead_at = moves.size();
  DeadMoment moment;
  moment.proof = *quick_dead(positions.back());
  while (dead_at > 0) {
    auto proof = quick_dead(positions[dead_at - 1]);
    if (!proof && is_shut(moment.proof)) proof = dead(positions[dead_at - 1], unwinnable);
    if (!proof) break;
    moment.proof = *proof;
    --dead_at;
  }
  moment.ply = static_cast<std::uint32_t>(dead_at);
  for (std::size_t at = dead_at; at < moves.size() && moment.is_forced; ++at) {
    moment.is_forced = legal_moves(positions[at]).size() == 1;
  }
  return moment;
}

}  // namespace arbiter
