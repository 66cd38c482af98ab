// What move generation reads of a position: the pieces as sets, nothing else.
#pragma once

#include "lib/chess/bitboard.h"
#include "lib/chess/color.h"
#include "lib/chess/position.h"

namespace arbiter {

// 72 bytes, copied for each move that perft makes. A queen stands in both sets
// of sliders, so that no set is needed for queens alone.
struct PieceSets {
  Bitboard pawns;
  Bitboard knights;
  Bitboard diagonal;  // bishops and queens
  Bitboard straight;  // rooks and queens
  Bitboard kings;
  Bitboard white;
  Bitboard black;
  Bitboard castling_rooks;  // rooks of both players that still have the right
  Bitboard en_passant;      // the square that a pawn has just passed, or none

  PieceSets() = default;
  // Without rights.
  explicit PieceSets(const Board& board)
      : pawns(board.of(Role::Pawn)),
        knights(board.of(Role::Knight)),
        diagonal(board.diagonal_sliders()),
        straight(board.straight_sliders()),
        kings(board.of(Role::King)),
        white(board.of(Color::White)),
        black(board.of(Color::Black)) {}
  explicit PieceSets(const Position& position) : PieceSets(position.board()) {
    if (position.castling().mask() != 0) castling_rooks = position.castling().rooks();
    if (position.en_passant()) en_passant = *position.en_passant();
  }

  Bitboard occupied() const { return white | black; }
  Bitboard& of(Color color) { return color == Color::White ? white : black; }
  Bitboard of(Color color) const { return color == Color::White ? white : black; }
};

}  // namespace arbiter
