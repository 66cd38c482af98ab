#include "db/model/posting_move.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace arbiter {
namespace {

constexpr unsigned kSquareBits = 0xfff;  // from and to, as in Move::bits
constexpr std::size_t kRareMoves = 4 * 44 + 28 + 112;

constexpr int distance(int a, int b) { return a < b ? b - a : a - b; }

struct Way {
  int files;
  int ranks;
};

constexpr Way way_of(unsigned squares) {
  const int from = static_cast<int>(squares & 63);
  const int to = static_cast<int>(squares >> 6);
  return {distance(from & 7, to & 7), distance(from >> 3, to >> 3)};
}

// Whether a queen or a knight goes from one square to the other on an empty board.
constexpr bool can_be_plain(unsigned squares) {
  const auto [files, ranks] = way_of(squares);
  if (files == 0 && ranks == 0) return false;
  return files == 0 || ranks == 0 || files == ranks || files * ranks == 2;
}

// Whether these Move::bits are a promotion, an en passant capture or castling.
constexpr bool is_rare(unsigned bits) {
  const unsigned squares = bits & kSquareBits;
  const unsigned kind = bits >> 12 & 3;
  const bool has_role = (bits >> 14) != 0;
  const auto [files, ranks] = way_of(squares);
  const unsigned from_rank = squares >> 3 & 7;
  const unsigned to_rank = squares >> 9;
  if (kind == 1)
    return files <= 1 && (from_rank == 6 ? to_rank == 7 : from_rank == 1 && to_rank == 0);
  if (has_role) return false;
  if (kind == 2)
    return files == 1 && (from_rank == 4 ? to_rank == 5 : from_rank == 3 && to_rank == 2);
  if (kind == 3) return files != 0 && ranks == 0 && (from_rank == 0 || from_rank == 7);
  return false;
}

struct RareMove {
  std::uint16_t bits;
  std::uint16_t number;
};

// The rare moves by rising bits, each with the next number that no plain move needs.
constexpr std::array<RareMove, kRareMoves> list_rare_moves() {
  std::array<RareMove, kRareMoves> moves{};
  std::size_t count = 0;
  unsigned number = 1;
  for (unsigned bits = 1U << 12; bits < 1U << 16; ++bits) {
    if (!is_rare(bits)) continue;
    while (can_be_plain(number)) ++number;
    moves[count++] = {static_cast<std::uint16_t>(bits), static_cast<std::uint16_t>(number++)};
  }
  return moves;
}

constexpr std::array<std::uint16_t, kSquareBits + 1> list_moves(
    const std::array<RareMove, kRareMoves>& rare_moves) {
  std::array<std::uint16_t, kSquareBits + 1> moves{};
  for (unsigned number = 1; number <= kSquareBits; ++number) {
    moves[number] =
        can_be_plain(number) ? static_cast<std::uint16_t>(number) : posting_moves::kNoMove;
  }
  for (const RareMove& move : rare_moves) moves[move.number] = move.bits;
  return moves;
}

constexpr std::array<RareMove, kRareMoves> kRare = list_rare_moves();
static_assert(kRare.back().bits != 0, "as many as there are");

}  // namespace

constinit const std::array<std::uint16_t, 4096> posting_moves::kMoves = list_moves(kRare);

std::uint16_t posting_move(std::uint16_t move) {
  if (move <= kSquareBits) return assert(move == 0 || can_be_plain(move)), move;
  const auto* rare = std::ranges::lower_bound(kRare, move, {}, &RareMove::bits);
  assert(rare != kRare.end() && rare->bits == move);
  return rare->number;
}

}  // namespace arbiter
