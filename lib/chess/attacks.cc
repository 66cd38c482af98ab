#include "lib/chess/attacks.h"

namespace arbiter::attack_tables {
namespace {

struct Step {
  int file;
  int rank;
};

constexpr bool on_board(int file, int rank) {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

// Returns the squares from `square` in one direction, up to and including the first occupied
// square.
constexpr Bitboard ray(int square, Step step, Bitboard occupied) {
  Bitboard squares;
  int file = square % 8 + step.file;
  int rank = square / 8 + step.rank;
  while (on_board(file, rank)) {
    const Square here = square_at(rank * 8 + file);
    squares |= here;
    if (occupied.contains(here)) break;
    file += step.file;
    rank += step.rank;
  }
  return squares;
}

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

// Returns the squares from which a pawn can step to `to` on an empty board, without promotions.
constexpr Bitboard steps_to(Color color, Square to) {
  const Rank rank = relative_rank(color, to);
  if (rank <= Rank::Two || rank == Rank::Eight) return kNoSquares;
  const Square one = backward(color, to);
  return rank == Rank::Four ? Bitboard(one) | backward(color, one) : Bitboard(one);
}

constexpr std::array<std::array<Bitboard, kSquareCount * 16>, 2> origin_table() {
  std::array<std::array<Bitboard, kSquareCount * 16>, 2> table{};
  constexpr std::array<PerSquare, 2> kPawns = pawn_table();
  constexpr std::array<PerSquare, 6> kPieces = empty_board_table();
  for (const Color color : {Color::White, Color::Black}) {
    auto& row = table[static_cast<std::size_t>(color)];
    for (std::size_t to = 0; to < kSquareCount; ++to) {
      const Square square = square_at(static_cast<int>(to));
      const bool promotes = relative_rank(color, square) == Rank::Eight;
      row[to * 16] = steps_to(color, square);
      if (!promotes) row[to * 16 + 8] = kPawns[static_cast<std::size_t>(other(color))][to];
      for (std::size_t role = 1; role < 6; ++role) {
        row[to * 16 + role] = row[to * 16 + 8 + role] = kPieces[role][to];
      }
    }
  }
  return table;
}

// Returns a table for pairs of squares on a common line. `entry(a, b, step)` is the value if `step`
// leads from a to b.
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

// Returns the diagonal or the file of each square, without the square itself. Ranks are handled
// separately: their bits are in one byte, which a byte swap does not reverse.
constexpr PerSquare line_masks(Step step) {
  PerSquare masks{};
  for (int square = 0; square < kSquareCount; ++square) {
    masks[static_cast<std::size_t>(square)] =
        ray(square, step, kNoSquares) | ray(square, Step{-step.file, -step.rank}, kNoSquares);
  }
  return masks;
}
constexpr PerSquare kRisingDiagonal = line_masks({1, 1});
constexpr PerSquare kFallingDiagonal = line_masks({1, -1});
constexpr PerSquare kFile = line_masks({0, 1});

// Returns the attacks along a rank, indexed by file and by the occupied squares among the rank's
// six inner squares.
constexpr std::array<std::array<std::uint8_t, 64>, 8> rank_table() {
  std::array<std::array<std::uint8_t, 64>, 8> table{};
  for (int file = 0; file < 8; ++file) {
    for (std::size_t inner = 0; inner < 64; ++inner) {
      const Bitboard occupied(inner << 1);
      table[static_cast<std::size_t>(file)][inner] = static_cast<std::uint8_t>(
          (ray(file, {1, 0}, occupied) | ray(file, {-1, 0}, occupied)).bits());
    }
  }
  return table;
}
constexpr auto kRank = rank_table();

// Returns the attacks of a slider along one line through its square (hyperbola quintessence).
constexpr Bitboard along_line(Square square, Bitboard line, Bitboard occupied) {
  const std::uint64_t slider = Bitboard(square).bits();
  const std::uint64_t blockers = occupied.bits() & line.bits();
  const auto reversed = [](std::uint64_t bits) { return __builtin_bswap64(bits); };
  const std::uint64_t up = blockers - 2 * slider;
  const std::uint64_t down = reversed(reversed(blockers) - 2 * reversed(slider));
  return Bitboard(up ^ down) & line & ~Bitboard(square);
}

constexpr Bitboard bishop_computed(Square square, Bitboard occupied) {
  const auto at = static_cast<std::size_t>(square);
  return along_line(square, kRisingDiagonal[at], occupied) |
         along_line(square, kFallingDiagonal[at], occupied);
}

constexpr Bitboard rook_computed(Square square, Bitboard occupied) {
  const auto at = static_cast<std::size_t>(square);
  const int shift = index_of(square) & 56;
  const std::uint64_t inner = (occupied.bits() >> (shift + 1)) & 63;
  const std::uint64_t along_rank = kRank[at & 7][inner];
  return Bitboard(along_rank << shift) | along_line(square, kFile[at], occupied);
}

constexpr Bitboard edges() {
  return Bitboard(File::A) | Bitboard(File::H) | Bitboard(Rank::One) | Bitboard(Rank::Eight);
}

// A constexpr version of the pext instruction.
constexpr std::uint64_t packed(std::uint64_t bits, std::uint64_t mask) {
  std::uint64_t result = 0;
  for (std::uint64_t place = 1; mask != 0; place <<= 1, mask &= mask - 1) {
    if ((bits & mask & -mask) != 0) result |= place;
  }
  return result;
}

constexpr std::uint64_t reach_of(Square square, Role role) {
  return (role == Role::Rook ? rook_computed(square, kNoSquares)
                             : bishop_computed(square, kNoSquares))
      .bits();
}

// Returns the squares whose occupancy affects the attacks of a slider on `square`. Edge squares at
// the end of a line are excluded.
constexpr std::uint64_t relevant(Square square, Role role) {
  Bitboard edge = edges();
  if (role == Role::Rook) {
    edge = (Bitboard(File::A) | Bitboard(File::H)) & ~Bitboard(file_of(square));
    edge |= (Bitboard(Rank::One) | Bitboard(Rank::Eight)) & ~Bitboard(rank_of(square));
  }
  return reach_of(square, role) & ~edge.bits();
}

// The table entries of all squares in sequence, and the index of each square's first entry.
template <std::size_t entry_count>
struct SliderEntries {
  std::array<std::uint16_t, entry_count> entries{};
  std::array<std::size_t, kSquareCount> first{};
};

constexpr SliderEntries<5248> bishop_entries() {
  SliderEntries<5248> table;
  std::size_t next = 0;
  for (int i = 0; i < kSquareCount; ++i) {
    const Square square = square_at(i);
    const std::uint64_t mask = relevant(square, Role::Bishop);
    table.first[static_cast<std::size_t>(i)] = next;
    std::uint64_t subset = 0;
    do {
      const Bitboard attacked = bishop_computed(square, Bitboard(subset));
      table.entries[next++] =
          static_cast<std::uint16_t>(packed(attacked.bits(), reach_of(square, Role::Bishop)));
      subset = (subset - mask) & mask;
    } while (subset != 0);
  }
  return table;
}

// The attacks of a rook along one line, for each subset of the line's relevant squares, in pext
// order.
struct LineEntries {
  std::array<std::uint16_t, 64> attacks{};
  std::size_t count = 0;
};

constexpr LineEntries entries_along(Square square, Bitboard line) {
  const std::uint64_t part = relevant(square, Role::Rook) & line.bits();
  LineEntries entries;
  std::uint64_t subset = 0;
  do {
    const Bitboard attacked = rook_computed(square, Bitboard(subset)) & line;
    entries.attacks[entries.count++] =
        static_cast<std::uint16_t>(packed(attacked.bits(), reach_of(square, Role::Rook)));
    subset = (subset - part) & part;
  } while (subset != 0);
  return entries;
}

// Returns the rook's entries. A pext index consists of the bits for the squares below on the file,
// on the rank, and above on the file. Each entry combines a file entry and a rank entry.
constexpr SliderEntries<102400> rook_entries() {
  SliderEntries<102400> table;
  std::size_t next = 0;
  for (int i = 0; i < kSquareCount; ++i) {
    const Square square = square_at(i);
    table.first[static_cast<std::size_t>(i)] = next;
    const Bitboard file(file_of(square));
    const LineEntries ranks = entries_along(square, Bitboard(rank_of(square)));
    const LineEntries files = entries_along(square, file);
    const std::uint64_t below = (std::uint64_t{1} << (i & 56)) - 1;
    const std::size_t lows = std::size_t{1}
                             << std::popcount(relevant(square, Role::Rook) & file.bits() & below);
    for (std::size_t high = 0; high < files.count; high += lows) {
      for (std::size_t middle = 0; middle < ranks.count; ++middle) {
        for (std::size_t low = 0; low < lows; ++low) {
          table.entries[next++] = ranks.attacks[middle] | files.attacks[high + low];
        }
      }
    }
  }
  return table;
}

// The tables are constant data, because computing them at start-up would take 10 % of the time of a
// short query.
constexpr auto kBishopEntries = bishop_entries();
constexpr auto kRookEntries = rook_entries();

template <std::size_t entry_count>
constexpr std::array<Slider, kSquareCount> sliders(const SliderEntries<entry_count>& table,
                                                   Role role) {
  std::array<Slider, kSquareCount> sliders{};
  for (int i = 0; i < kSquareCount; ++i) {
    const auto at = static_cast<std::size_t>(i);
    sliders[at] = {table.entries.data() + table.first[at], relevant(square_at(i), role),
                   reach_of(square_at(i), role)};
  }
  return sliders;
}

}  // namespace

constexpr std::array<PerSquare, 2> kPawn = pawn_table();
constexpr std::array<PerSquare, 6> kEmptyBoard = empty_board_table();
constexpr std::array<std::array<Bitboard, kSquareCount * 16>, 2> kOrigins = origin_table();
constexpr std::array<PerSquare, kSquareCount> kBetween = pair_table(between_entry);
constexpr std::array<PerSquare, kSquareCount> kLine = pair_table(line_entry);

Bitboard bishop_attacks_computed(Square square, Bitboard occupied) {
  return bishop_computed(square, occupied);
}

Bitboard rook_attacks_computed(Square square, Bitboard occupied) {
  return rook_computed(square, occupied);
}

constexpr std::array<Slider, kSquareCount> kBishop = sliders(kBishopEntries, Role::Bishop);
constexpr std::array<Slider, kSquareCount> kRook = sliders(kRookEntries, Role::Rook);
bool use_pext = false;

#if defined(__x86_64__)
namespace {

// Selects pext or computed attacks, because pext takes hundreds of cycles on AMD processors before
// Zen 3. Runs before constructors of static objects, which may need attacks.
[[gnu::constructor(101)]] void choose_slider_method() {
  __builtin_cpu_init();
  use_pext = __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("bdver4") &&
             !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}

}  // namespace
#endif

}  // namespace arbiter::attack_tables
