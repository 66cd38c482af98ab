#include "lib/rules/dead_moment.h"

#include <cstddef>

#include "lib/chess/legal_moves.h"

namespace arbiter {
namespace {

// Enough for every position of a real game; a later moment is named where it is not.
constexpr WinnabilityLimits kLimits{.positions = 200'000};

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

Position position_after(const Position& first, std::span<const Move> moves) {
  Position position = first;
  for (const Move move : moves) position.play(move);
  return position;
}

bool are_forced(Position position, std::span<const Move> moves) {
  for (const Move move : moves) {
    if (legal_moves(position).size() > 1) return false;
    position.play(move);
  }
  return true;
}

}  // namespace

std::optional<DeadProof> quick_dead(const Position& position) {
  return dead(position, quick_unwinnable);
}

DeadMoment first_dead_moment(const Position& first, std::span<const Move> moves) {
  std::size_t alive = 0;  // all before it are alive
  std::size_t dead_at = moves.size();
  DeadMoment moment;
  moment.proof = *dead(position_after(first, moves), unwinnable);
  while (alive < dead_at) {
    const std::size_t middle = alive + (dead_at - alive) / 2;
    if (const auto proof = dead(position_after(first, moves.first(middle)), unwinnable)) {
      dead_at = middle;
      moment.proof = *proof;
    } else {
      alive = middle + 1;
    }
  }
  moment.ply = static_cast<std::uint32_t>(dead_at);
  moment.is_forced =
      are_forced(position_after(first, moves.first(dead_at)), moves.subspan(dead_at));
  return moment;
}

}  // namespace arbiter
