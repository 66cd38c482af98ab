// Positions and moves as opening books of Polyglot's format know them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "lib/chess/move.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"

namespace arbiter {

// A position with what a book wants to know beside it: the square that a pawn has passed with the
// last move, whether or not it can be captured there.
class BookPosition {
 public:
  BookPosition() = default;
  // Precondition: is_playable(setup).
  explicit BookPosition(const Setup& setup) : position_(setup), passed_(setup.en_passant) {}

  const Position& position() const { return position_; }

  // Precondition: `move` is legal.
  void play(Move move);

  // As Position::key(), but for en passant: its file counts where a pawn of the player to move
  // stands beside the one that has passed, even if it may not capture it, because it is pinned.
  std::uint64_t key() const;

  // Whether a book can have it: castling rights are those of the usual initial position.
  bool is_usual() const;

 private:
  Position position_;
  std::optional<Square> passed_;
};

// 16 bits: where the piece goes in the lowest six, files below ranks, where it comes from in the
// next six, and the new piece from 1 for a knight to 4 for a queen. Castling is the king taking its
// own rook.
std::uint16_t book_move_of(Move move);

// The legal move that is meant; nothing if there is none. Castling may also be the king's two
// squares, as some programs write it.
std::optional<Move> book_move_of(std::uint16_t book_move, const Position& position);

}  // namespace arbiter
