// All that a FEN says, legal or not.
#pragma once

#include <cstdint>
#include <optional>

#include "lib/chess/board.h"
#include "lib/chess/castling.h"

namespace arbiter {

struct Setup {
  Board board;
  Color turn = Color::White;
  CastlingRights castling;
  // The square that a pawn has just passed, as written: whether a capture is
  // legal there is for Position to say.
  std::optional<Square> en_passant;
  // Half-moves since the last capture or pawn move, and the number of the move.
  std::uint32_t halfmove_clock = 0;
  std::uint32_t fullmove_number = 1;

  bool operator==(const Setup&) const = default;
};

// The start position of Laws 2.3.
const Setup& initial_setup();

// Whether the castling right is granted and its king and rook stand where it
// needs them (3.8.2). Precondition: `color` has a king.
bool has_king_and_rook(const Setup& setup, Color color, CastlingSide side);

// Whether there is an en passant square and the last move can have been the
// double step that it tells of: the pawn is there, and its way is free (3.7.2).
bool tells_of_double_step(const Setup& setup);

}  // namespace arbiter
