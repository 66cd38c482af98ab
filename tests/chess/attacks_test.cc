#include "lib/chess/attacks.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

bool is_on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

using Steps = std::vector<std::pair<int, int>>;
const Steps kDiagonalSteps = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const Steps kStraightSteps = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

// Walks square by square, up to the first piece.
Bitboard walk(Square from, const Steps& steps, Bitboard occupied) {
  Bitboard seen;
  for (const auto& [file_step, rank_step] : steps) {
    int file = index_of(file_of(from)) + file_step;
    int rank = index_of(rank_of(from)) + rank_step;
    for (; is_on_board(file, rank); file += file_step, rank += rank_step) {
      const Square here = square_at(8 * rank + file);
      seen |= here;
      if (occupied.contains(here)) break;
    }
  }
  return seen;
}

Bitboard where(Square from, bool (*fits)(int files, int ranks)) {
  Bitboard squares;
  for (const Square to : kAllSquares) {
    const int files = std::abs(index_of(file_of(to)) - index_of(file_of(from)));
    const int ranks = std::abs(index_of(rank_of(to)) - index_of(rank_of(from)));
    if (fits(files, ranks)) squares |= to;
  }
  return squares;
}

TEST_CASE("sliders reach the same squares by table, by computation and by walking", "[attacks]") {
  std::mt19937_64 random(1);
  for (int round = 0; round < 500; ++round) {
    std::uint64_t bits = random();
    for (int i = round % 4; i > 0; --i) bits &= random();
    const Bitboard occupied(bits);
    for (const Square from : kAllSquares) {
      const Bitboard diagonal = walk(from, kDiagonalSteps, occupied);
      const Bitboard straight = walk(from, kStraightSteps, occupied);
      CAPTURE(to_string(from), bits);
      REQUIRE(bishop_attacks(from, occupied) == diagonal);
      REQUIRE(rook_attacks(from, occupied) == straight);
      REQUIRE(queen_attacks(from, occupied) == (diagonal | straight));
      REQUIRE(attack_tables::bishop_attacks_computed(from, occupied) == diagonal);
      REQUIRE(attack_tables::rook_attacks_computed(from, occupied) == straight);
    }
  }
}

TEST_CASE("kings and knights move by their distances", "[attacks]") {
  for (const Square from : kAllSquares) {
    CAPTURE(to_string(from));
    REQUIRE(knight_attacks(from) == where(from, [](int f, int r) { return f * r == 2; }));
    REQUIRE(king_attacks(from) ==
            where(from, [](int f, int r) { return f <= 1 && r <= 1 && f + r > 0; }));
  }
}

TEST_CASE("pawns attack forwards on the two adjacent files", "[attacks]") {
  for (const Square from : kAllSquares) {
    Bitboard up;
    Bitboard down;
    for (const Square to : where(from, [](int f, int r) { return f == 1 && r == 1; })) {
      (to > from ? up : down) |= to;
    }
    CAPTURE(to_string(from));
    REQUIRE(pawn_attacks(Color::White, from) == up);
    REQUIRE(pawn_attacks(Color::Black, from) == down);
  }
}

TEST_CASE("between and line match what both ends see of each other", "[attacks]") {
  for (const Square a : kAllSquares) {
    for (const Square b : kAllSquares) {
      Bitboard inside;
      Bitboard line;
      for (const Steps& steps : {kDiagonalSteps, kStraightSteps}) {
        for (const auto& step : steps) {
          const Steps there = {step};
          const Steps back = {{-step.first, -step.second}};
          if (a == b || !walk(a, there, kNoSquares).contains(b)) continue;
          inside = walk(a, there, b) & walk(b, back, a);
          line = walk(a, there, kNoSquares) | walk(a, back, kNoSquares) | Bitboard(a);
        }
      }
      CAPTURE(to_string(a), to_string(b));
      REQUIRE(between(a, b) == inside);
      REQUIRE(line_through(a, b) == line);
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
