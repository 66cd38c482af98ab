#include "lib/winnability/guidance.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace arbiter {

namespace {

// A mate in the corner: the loser's king on `corner`, the winner's on `support`,
// which leaves the check and `exit` to others: as h8, g6, g8.
struct CornerMate {
  Square corner;
  Square support;
  Square exit;
};

constexpr CornerMate mirrored(CornerMate mate, int flip) {
  const auto turned = [flip](Square square) { return square_at(index_of(square) ^ flip); };
  return {turned(mate.corner), turned(mate.support), turned(mate.exit)};
}

constexpr std::array<CornerMate, 8> corner_mates() {
  std::array<CornerMate, 8> mates{};
  std::size_t i = 0;
  for (const int flip : {0, 7, 56, 63}) {
    mates[i++] = mirrored({Square::H8, Square::G6, Square::G8}, flip);
    mates[i++] = mirrored({Square::H8, Square::F7, Square::H7}, flip);
  }
  return mates;
}
constexpr auto kCornerMates = corner_mates();

int distance(Square a, Square b) {
  return std::max(std::abs(index_of(file_of(a)) - index_of(file_of(b))),
                  std::abs(index_of(rank_of(a)) - index_of(rank_of(b))));
}

// What the winner has to mate with.
enum class Force { Heavy, TwoMinors, OneMinor, Pawns };

Force force_of(const State& state) {
  const Bitboard own = state.winner();
  if ((own & state.men.straight).any()) return Force::Heavy;
  const Bitboard minors = own & (state.men.knights | state.men.diagonal);
  if (minors.has_many()) return Force::TwoMinors;
  return minors.any() ? Force::OneMinor : Force::Pawns;
}

// How far the best pawn of `color` is from promotion; men in its way count too.
int promotion_distance(const State& state, Color color) {
  int least = 30;
  for (const Square pawn : state.men.pawns& state.men.of(color)) {
    const Rank rank = relative_rank(color, pawn);
    const Square goal = square_of(file_of(pawn), relative_rank(color, Rank::Eight));
    const Bitboard way = between(pawn, goal) | Bitboard(goal);
    const int men = (way & state.men.occupied()).count();
    least = std::min(least, 7 - index_of(rank) + 3 * men);
  }
  return least;
}

// How far the loser's nearest man that could stand in his king's way is from `exit`.
int blocker_distance(const State& state, Square exit) {
  int least = 30;
  for (const Square man : state.loser() & ~state.men.kings & ~state.men.pawns) {
    least = std::min(least, distance(man, exit));
  }
  if (least < 30) return least;
  return 4 + promotion_distance(state, kLoser);
}

}  // namespace

int guidance_of(const State& state) {
  const Force force = force_of(state);
  const Square king = state.king(kLoser);
  const Square helper = state.king(kWinner);
  const Bitboard own = state.winner();
  const bool is_bishop_needed =
      force != Force::Heavy && force != Force::Pawns && (own & state.men.knights).is_empty();
  int best = kMostGuidance;
  for (const CornerMate& mate : kCornerMates) {
    int cost = 3 * distance(king, mate.corner) + 3 * distance(helper, mate.support);
    if (is_bishop_needed) {
      const Bitboard color = kDarkSquares.contains(mate.corner) ? kDarkSquares : ~kDarkSquares;
      if ((own & state.men.diagonal & color).is_empty()) cost += 40;
    }
    if (force == Force::OneMinor) cost += 10 + 2 * blocker_distance(state, mate.exit);
    best = std::min(best, cost);
  }
  if (force == Force::TwoMinors) best += 8;
  if (force == Force::Pawns) best += 40;
  if (force != Force::Heavy && (own & state.men.pawns).any()) {
    best = std::min(best + 4, best / 2 + 30 + 3 * promotion_distance(state, kWinner));
  }
  return std::min(best, kMostGuidance);
}

}  // namespace arbiter
