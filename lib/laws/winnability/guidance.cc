#include "lib/laws/winnability/guidance.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace arbiter {
namespace {

// A mate in the corner: the loser's king on `corner`, the winner's on `support`, which
// leaves the check and `exit` to others; a knight gives it from `knight`. As h8, g6, g8
// and f7, or h8, h6, g8 and g6.
struct CornerMate {
  Square corner;
  Square support;
  Square exit;
  Square knight;
  bool is_beside;  // the support stands on the line of corner and knight's file: h6
};

constexpr CornerMate mirrored(const CornerMate& mate, int flip) {
  const auto turned = [flip](Square square) { return square_at(index_of(square) ^ flip); };
  return {turned(mate.corner), turned(mate.support), turned(mate.exit), turned(mate.knight),
          mate.is_beside};
}

constexpr std::array<CornerMate, 16> corner_mates() {
  std::array<CornerMate, 16> mates{};
  std::size_t i = 0;
  for (const int flip : {0, 7, 56, 63}) {
    mates[i++] = mirrored({Square::H8, Square::G6, Square::G8, Square::F7, false}, flip);
    mates[i++] = mirrored({Square::H8, Square::H6, Square::G8, Square::G6, true}, flip);
    mates[i++] = mirrored({Square::H8, Square::F7, Square::H7, Square::G6, false}, flip);
    mates[i++] = mirrored({Square::H8, Square::F8, Square::H7, Square::F7, true}, flip);
  }
  return mates;
}
constexpr auto kCornerMates = corner_mates();

using Distances = std::array<std::array<std::uint8_t, kSquareCount>, kSquareCount>;

constexpr Distances king_distances() {
  Distances table{};
  for (int a = 0; a < kSquareCount; ++a) {
    for (int b = 0; b < kSquareCount; ++b) {
      const int files = a % 8 < b % 8 ? b % 8 - a % 8 : a % 8 - b % 8;
      const int ranks = a / 8 < b / 8 ? b / 8 - a / 8 : a / 8 - b / 8;
      table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] =
          static_cast<std::uint8_t>(std::max(files, ranks));
    }
  }
  return table;
}
constexpr Distances kDistances = king_distances();

int distance(Square a, Square b) {
  return kDistances[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

constexpr int kFar = 30;

// What the winner has to mate with.
enum class Force { Heavy, TwoMinors, OneMinor, Pawns };

Force force_of(const State& state) {
  const Bitboard own = state.winner();
  if ((own & state.men.straight).any()) return Force::Heavy;
  const Bitboard minors = own & (state.men.knights | state.men.diagonal);
  const Bitboard bishops = minors & state.men.diagonal;
  const bool is_one_color =
      (bishops & kDarkSquares).is_empty() || (bishops & ~kDarkSquares).is_empty();
  if (minors.has_many() && (minors != bishops || !is_one_color)) return Force::TwoMinors;
  return minors.any() ? Force::OneMinor : Force::Pawns;
}

// How far the best pawn of `color` is from promotion; men in its way count too.
int promotion_distance(const State& state, Color color) {
  int least = kFar;
  for (const Square pawn : state.men.pawns& state.men.of(color)) {
    const Rank rank = relative_rank(color, pawn);
    const Square goal = square_of(file_of(pawn), relative_rank(color, Rank::Eight));
    const Bitboard way = between(pawn, goal) | Bitboard(goal);
    const int men = few(way & state.men.occupied());
    least = std::min(least, 7 - index_of(rank) + 3 * men);
  }
  return least;
}

// Moves of a knight between two squares, about.
int knight_distance(Square a, Square b) {
  if (a == b) return 0;
  if (knight_attacks(a).contains(b)) return 1;
  if ((knight_attacks(a) & knight_attacks(b)).any()) return 2;
  return 2 + (distance(a, b) + 1) / 2;
}

Bitboard squares_like(Square square) {
  return kDarkSquares.contains(square) ? kDarkSquares : ~kDarkSquares;
}

// How many moves it takes the loser to put a man on the square beside his king.
// Not a man that takes the checking knight from there. kFar where he has none.
int blocker_distance(const State& state, const CornerMate& mate) {
  const Bitboard loser = state.loser();
  const bool by_knight = (state.winner() & state.men.knights).any();
  int least = kFar;
  if (!mate.is_beside) {
    for (const Square man : loser& state.men.knights) {
      least = std::min(least, knight_distance(man, mate.exit));
    }
  }
  if (!by_knight || mate.is_beside) {
    for (const Square man : loser& state.bishops() & squares_like(mate.exit)) {
      least = std::min(least, bishop_attacks(man, kNoSquares).contains(mate.exit) ? 1 : 2);
      if (man == mate.exit) least = 0;
    }
  }
  if (by_knight && !mate.is_beside) {
    for (const Square man : loser& state.rooks()) {
      least = std::min(least, man == mate.exit ? 0 : 2);
    }
  }
  for (const Square man : loser& state.men.pawns) {
    if (file_of(man) != file_of(mate.exit) || man < mate.exit) continue;
    least = std::min(least, index_of(rank_of(man)) - index_of(rank_of(mate.exit)));
  }
  return least;
}

// How far the winner's man is from the square from which it mates.
int checker_distance(const State& state, const CornerMate& mate) {
  int least = kFar;
  for (const Square man : state.winner() & state.men.knights) {
    least = std::min(least, knight_distance(man, mate.knight));
  }
  for (const Square man : state.winner() & state.bishops() & squares_like(mate.corner)) {
    least = std::min(least, bishop_attacks(mate.corner, kNoSquares).contains(man) ? 1 : 2);
  }
  return least;
}

int corner_guidance(const State& state, Force force) {
  const Square king = state.king(kLoser);
  const Square helper = state.king(kWinner);
  const Bitboard own = state.winner();
  const bool is_bishop_needed =
      force != Force::Heavy && force != Force::Pawns && (own & state.men.knights).is_empty();
  const int new_blocker = force == Force::OneMinor ? 6 + promotion_distance(state, kLoser) : 0;
  int best = kMostGuidance;
  for (const CornerMate& mate : kCornerMates) {
    int cost = 3 * distance(king, mate.corner) + 3 * distance(helper, mate.support);
    if (is_bishop_needed && (own & state.men.diagonal & squares_like(mate.corner)).is_empty()) {
      cost += 40;
    }
    if (force == Force::OneMinor) {
      if (cost + 8 >= best) continue;
      const int blocker = blocker_distance(state, mate);
      cost += 8 + 4 * (blocker < kFar ? blocker : new_blocker) + 2 * checker_distance(state, mate);
    }
    best = std::min(best, cost);
  }
  if (force == Force::TwoMinors) best += 8;
  if (force == Force::Pawns) best += 40;
  if (force != Force::Heavy && (own & state.men.pawns).any()) {
    best = std::min(best + 30, best / 4 + 30 + 6 * promotion_distance(state, kWinner));
  }
  return std::min(best, kMostGuidance);
}

// Squares next to the loser's king that he can go to, and how near the winner's men are.
int net_guidance(const State& state, Force force) {
  const Square king = state.king(kLoser);
  const Bitboard around = king_attacks(king);
  const Bitboard occupied = state.men.occupied() & ~Bitboard(king);
  Bitboard attacked = king_attacks(state.king(kWinner));
  int nearest = 8;
  const Bitboard own = state.winner();
  for (const Square from : own& state.men.diagonal) attacked |= bishop_attacks(from, occupied);
  for (const Square from : own& state.men.straight) attacked |= rook_attacks(from, occupied);
  for (const Square from : own& state.men.knights) attacked |= knight_attacks(from);
  for (const Square from : own& state.men.pawns) attacked |= pawn_attacks(kWinner, from);
  for (const Square from : own & ~state.men.pawns & ~state.men.kings) {
    nearest = std::min(nearest, distance(from, king));
  }
  const int flights = few(around & ~state.loser() & ~attacked);
  const int touched = few(around & attacked);
  int cost = 10 * flights + 4 * nearest - touched + 8;
  if (force == Force::Pawns || (force == Force::OneMinor && (own & state.men.pawns).any())) {
    cost += 40 + 5 * promotion_distance(state, kWinner);
  }
  return std::min(cost, kMostGuidance);
}

}  // namespace

Guidance guidance_of(const State& state) {
  const Force force = force_of(state);
  return {corner_guidance(state, force), net_guidance(state, force)};
}

}  // namespace arbiter
