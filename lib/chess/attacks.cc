#include "lib/chess/attacks.h"

#include "lib/chess/rays.h"

namespace arbiter::attack_tables {

namespace {

constexpr std::array<Step, 4> kDiagonal = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<Step, 4> kStraight = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Step, 8> kLeaps = {
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

constexpr Bitboard leap(int square, Step step) {
  const int file = square % 8 + step.file;
  const int rank = square / 8 + step.rank;
  return on_board(file, rank) ? Bitboard(square_at(rank * 8 + file)) : kNoSquares;
}

template <std::size_t N>
constexpr Bitboard rays(int square, const std::array<Step, N>& steps, Bitboard occupied) {
  Bitboard squares;
  for (const Step step : steps) squares |= ray(square, step, occupied);
  return squares;
}

constexpr std::array<PerSquare, 2> pawn_table() {
  std::array<PerSquare, 2> table{};
  for (int square = 0; square < kSquareCount; ++square) {
    const auto at = static_cast<std::size_t>(square);
    table[0][at] = leap(square, {-1, 1}) | leap(square, {1, 1});
    table[1][at] = leap(square, {-1, -1}) | leap(square, {1, -1});
  }
  return table;
}

constexpr std::array<PerSquare, 6> empty_board_table() {
  std::array<PerSquare, 6> table{};
  for (int square = 0; square < kSquareCount; ++square) {
    const auto at = static_cast<std::size_t>(square);
    for (const Step step : kLeaps) table[1][at] |= leap(square, step);
    table[2][at] = rays(square, kDiagonal, kNoSquares);
    table[3][at] = rays(square, kStraight, kNoSquares);
    table[4][at] = table[2][at] | table[3][at];
    for (const Step step : kDiagonal) table[5][at] |= leap(square, step);
    for (const Step step : kStraight) table[5][at] |= leap(square, step);
  }
  return table;
}

// Fills a table of pairs of squares on a common line: `entry(a, b, step)`
// gives the value where `step` leads from a to b.
template <class Entry>
constexpr std::array<PerSquare, kSquareCount> pair_table(Entry entry) {
  std::array<PerSquare, kSquareCount> table{};
  for (int a = 0; a < kSquareCount; ++a) {
    for (const auto& steps : {kDiagonal, kStraight}) {
      for (const Step step : steps) {
        for (const Square b : ray(a, step, kNoSquares)) {
          table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)] = entry(a, b, step);
        }
      }
    }
  }
  return table;
}

constexpr Bitboard between_entry(int a, Square b, Step step) {
  return ray(a, step, b) & ~Bitboard(b);
}

constexpr Bitboard line_entry(int a, Square, Step step) {
  const Step back{-step.file, -step.rank};
  return Bitboard(square_at(a)) | ray(a, step, kNoSquares) | ray(a, back, kNoSquares);
}

}  // namespace

constexpr std::array<PerSquare, 2> kPawn = pawn_table();
constexpr std::array<PerSquare, 6> kEmptyBoard = empty_board_table();
constexpr std::array<PerSquare, kSquareCount> kBetween = pair_table(between_entry);
constexpr std::array<PerSquare, kSquareCount> kLine = pair_table(line_entry);

}  // namespace arbiter::attack_tables
