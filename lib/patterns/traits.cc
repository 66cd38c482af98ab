#include "lib/patterns/traits.h"

#include <array>

#include "lib/chess/attacks.h"

namespace arbiter {
namespace {

using PerSquare = std::array<Bitboard, kSquareCount>;

template <class Make>
constexpr PerSquare per_square(Make make) {
  PerSquare table;
  for (int i = 0; i < kSquareCount; ++i) table[static_cast<std::size_t>(i)] = make(square_at(i));
  return table;
}

// The files next to that of the square.
constexpr PerSquare kNeighbours = per_square([](Square square) {
  const int file = index_of(file_of(square));
  Bitboard files;
  if (file > 0) files |= static_cast<File>(file - 1);
  if (file < 7) files |= static_cast<File>(file + 1);
  return files;
});

// The ranks above that of the square, and those below.
constexpr PerSquare kAbove = per_square([](Square square) {
  const int rank = index_of(rank_of(square));
  return rank == 7 ? Bitboard() : Bitboard(~std::uint64_t{0} << (8 * (rank + 1)));
});
constexpr PerSquare kBelow = per_square([](Square square) {
  return ~kAbove[static_cast<std::size_t>(square)] & ~Bitboard(rank_of(square));
});

Bitboard at(const PerSquare& table, Square square) {
  return table[static_cast<std::size_t>(square)];
}

Bitboard before(Color color, Square square) {
  return at(color == Color::White ? kAbove : kBelow, square);
}

bool is_pinned(const Situation& now, Square square, Color color) {
  const Bitboard kings = now.of(Piece(color, Role::King));
  if (!kings.has_one() || kings.contains(square)) return false;
  const Square king = kings.first();
  const Men them = men_of(other(color));
  const Bitboard aimed =
      (attacks_on_empty_board(Role::Bishop, king) &
       now.of(static_cast<Men>(them & (men_of(Role::Bishop) | men_of(Role::Queen))))) |
      (attacks_on_empty_board(Role::Rook, king) &
       now.of(static_cast<Men>(them & (men_of(Role::Rook) | men_of(Role::Queen)))));
  for (const Square slider : aimed) {
    if ((between(king, slider) & now.occupied()) == Bitboard(square)) return true;
  }
  return false;
}

Bitboard attacks_from(const Situation& now, Square square, Piece piece) {
  if (piece.role() == Role::Pawn) return pawn_attacks(piece.color(), square);
  return attacks_of(piece.role(), square, now.occupied());
}

// The pieces of that side that `others` means.
Bitboard others_of(const Situation& now, const MenSomewhere& others, Color color) {
  return now.of(static_cast<Men>(others.men & men_of(color))) & others.squares;
}

bool is_hittable(const Situation& now, Square square, const MenSomewhere& others, Color by) {
  const Men pawns = static_cast<Men>(others.men & men_of(Piece(by, Role::Pawn)));
  return (now.of(pawns) & others.squares & at(kNeighbours, square) & before(other(by), square))
      .any();
}

Piece piece_on(const Situation& now, Square square) {
  std::uint8_t code = 0;
  while (code + 1 < kPieceCount && !now.men[code].contains(square)) ++code;
  return Piece::from_code(code);
}

}  // namespace

bool has_trait(const Situation& now, Square square, const Trait& trait) {
  const Piece piece = piece_on(now, square);
  const Color us = piece.color();
  const Color them = other(us);
  const Bitboard own_pawns = now.of(Piece(us, Role::Pawn));
  switch (trait.kind) {
    case Trait::Kind::Isolated:
      return (own_pawns & at(kNeighbours, square)).is_empty();
    case Trait::Kind::Passed:
      return (now.of(Piece(them, Role::Pawn)) & before(us, square) &
              (at(kNeighbours, square) | file_of(square)))
          .is_empty();
    case Trait::Kind::Doubled:
      return (own_pawns & file_of(square) & ~Bitboard(square)).any();
    case Trait::Kind::Pinned:
      return is_pinned(now, square, us);
    case Trait::Kind::Attacked:
      return (attackers(now, square) & others_of(now, trait.others, them)).any();
    case Trait::Kind::Protected:
      return (attackers(now, square) & others_of(now, trait.others, us)).any();
    case Trait::Kind::Attacks: {
      const bool is_about_squares = trait.others.men == kAnything;
      const Bitboard targets =
          is_about_squares ? trait.others.squares : others_of(now, trait.others, them);
      return (attacks_from(now, square, piece) & targets).any();
    }
    case Trait::Kind::Protects:
      return (attacks_from(now, square, piece) & others_of(now, trait.others, us)).any();
    case Trait::Kind::Hittable:
      return is_hittable(now, square, trait.others, them);
  }
  return false;
}

}  // namespace arbiter
