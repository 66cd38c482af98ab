#include "lib/chess/setup.h"

namespace arbiter {
namespace {

Board initial_board() {
  constexpr Role back_rank[] = {Role::Rook, Role::Knight, Role::Bishop, Role::Queen,
                                Role::King, Role::Bishop, Role::Knight, Role::Rook};
  Board board;
  for (int i = 0; i < 8; ++i) {
    const File file = static_cast<File>(i);
    board.put(square_of(file, Rank::One), Piece(Color::White, back_rank[i]));
    board.put(square_of(file, Rank::Two), Piece(Color::White, Role::Pawn));
    board.put(square_of(file, Rank::Seven), Piece(Color::Black, Role::Pawn));
    board.put(square_of(file, Rank::Eight), Piece(Color::Black, back_rank[i]));
  }
  return board;
}

}  // namespace

const Setup& initial_setup() {
  static const Setup setup = [] {
    Setup initial;
    initial.board = initial_board();
    for (const Color color : {Color::White, Color::Black}) {
      const Rank rank = relative_rank(color, Rank::One);
      initial.castling.grant(color, CastlingSide::King, square_of(File::H, rank));
      initial.castling.grant(color, CastlingSide::Queen, square_of(File::A, rank));
    }
    return initial;
  }();
  return setup;
}

bool has_king_and_rook(const Setup& setup, Color color, CastlingSide side) {
  if (!setup.castling.has(color, side)) return false;
  const Square rook = setup.castling.rook(color, side);
  const Square king = setup.board.of(color, Role::King).first();
  return setup.board.has(rook, Piece(color, Role::Rook)) &&
         relative_rank(color, rook) == Rank::One && relative_rank(color, king) == Rank::One &&
         (rook > king) == (side == CastlingSide::King);
}

bool tells_of_double_step(const Setup& setup) {
  if (!setup.en_passant) return false;
  const Square passed = *setup.en_passant;
  if (relative_rank(setup.turn, passed) != Rank::Six) return false;
  return setup.board.has(backward(setup.turn, passed), Piece(other(setup.turn), Role::Pawn)) &&
         setup.board.is_empty(passed) && setup.board.is_empty(forward(setup.turn, passed));
}

}  // namespace arbiter
