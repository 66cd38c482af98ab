#include "lib/laws/chess960.h"

namespace arbiter {

bool needs_chess960(const Setup& setup) {
  for (const Color color : {Color::White, Color::Black}) {
    if (!setup.castling.has_any(color)) continue;
    if (file_of(setup.board.of(color, Role::King).first()) != File::E) return true;
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      if (!setup.castling.has(color, side)) continue;
      const File corner = side == CastlingSide::King ? File::H : File::A;
      if (file_of(setup.castling.rook(color, side)) != corner) return true;
    }
  }
  return false;
}

bool is_untouched(const Setup& setup) {
  const Board& board = setup.board;
  return board.of(Color::White) == (Bitboard(Rank::One) | Bitboard(Rank::Two)) &&
         board.of(Color::Black) == (Bitboard(Rank::Seven) | Bitboard(Rank::Eight)) &&
         board.of(Role::Pawn) == (Bitboard(Rank::Two) | Bitboard(Rank::Seven));
}

bool is_chess960_start(const Setup& setup) {
  const Board& board = setup.board;
  for (int file = 0; file < 8; ++file) {
    const auto white = board.at(square_of(static_cast<File>(file), Rank::One));
    const auto black = board.at(square_of(static_cast<File>(file), Rank::Eight));
    if (white->role() != black->role()) return false;
  }
  const auto white = [&](Role role) { return board.of(Color::White, role); };
  const Bitboard rooks = white(Role::Rook);
  const bool has_all_men = rooks.count() == 2 && white(Role::Knight).count() == 2 &&
                           white(Role::Bishop).count() == 2 && white(Role::Queen).count() == 1;
  if (!has_all_men) return false;
  const Square king = white(Role::King).first();
  const bool is_between = rooks.first() < king && king < rooks.without_first().first();
  return is_between && (white(Role::Bishop) & kDarkSquares).has_one();
}

}  // namespace arbiter
