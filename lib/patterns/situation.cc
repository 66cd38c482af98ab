#include "lib/patterns/situation.h"

#include <bit>

#include "lib/chess/attacks.h"
#include "lib/patterns/traits.h"

namespace arbiter {

Situation::Situation(const Setup& first) : start(&first), counts(men_on(first.board)) {
  for (const Square square : first.board.occupied()) men[first.board.code_at(square)] |= square;
}

Bitboard Situation::of(Men some) const {
  Bitboard squares;
  for (unsigned rest = some & kAllMen; rest != 0; rest &= rest - 1) {
    squares |= men[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  if ((some & kNobody) != 0) squares |= ~occupied();
  return squares;
}

void Situation::play_special() {
  const Color color = Piece::from_code(mover).color();
  const Square from = move.from();
  const Square to = move.to();
  moved |= Bitboard(from) | Bitboard(to);
  men[mover] &= ~Bitboard(from);
  counts -= kCounts[captured];
  if (move.kind() == MoveKind::Castling) {
    const CastlingSide side = to > from ? CastlingSide::King : CastlingSide::Queen;
    const Piece rook(color, Role::Rook);
    men[rook.code()] &= ~Bitboard(to);
    men[rook.code()] |= castled_rook_square(color, side);
    men[mover] |= castled_king_square(color, side);
    moved |= Bitboard(castled_rook_square(color, side)) | castled_king_square(color, side);
  } else if (move.kind() == MoveKind::EnPassant) {
    men[captured] &= ~Bitboard(square_of(file_of(to), rank_of(from)));
    men[mover] |= to;
  } else {
    men[captured] &= ~Bitboard(to);
    const Piece promoted(color, move.promotion_role());
    men[promoted.code()] |= to;
    counts += kCounts[promoted.code()] - kCounts[mover];
  }
}

Bitboard attackers(const Situation& now, Square square) {
  const Bitboard occupied = now.occupied();
  return (pawn_attacks(Color::Black, square) & now.of(Piece(Color::White, Role::Pawn))) |
         (pawn_attacks(Color::White, square) & now.of(Piece(Color::Black, Role::Pawn))) |
         (knight_attacks(square) & now.of(men_of(Role::Knight))) |
         (king_attacks(square) & now.of(men_of(Role::King))) |
         (bishop_attacks(square, occupied) & now.of(men_of(Role::Bishop) | men_of(Role::Queen))) |
         (rook_attacks(square, occupied) & now.of(men_of(Role::Rook) | men_of(Role::Queen)));
}

Bitboard with_traits(const Situation& situation, const PiecesStand& standing, Bitboard pieces) {
  for (const Trait& trait : standing.traits) {
    Bitboard left;
    for (const Square square : pieces) {
      if (has_trait(situation, square, trait) != trait.is_negated) left |= square;
    }
    pieces = left;
  }
  return pieces;
}

}  // namespace arbiter
