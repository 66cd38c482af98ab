// Which men may not leave the line between their king and an attacker (Laws 3.9.2).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/board.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/move.h"
#include "lib/chess/position.h"

namespace arbiter {

struct Pin {
  Square man;     // the one that is pinned
  Square pinner;  // a queen, rook or bishop of the other side
  Square king;    // of the pinned man's side
};

// The men of `color` that are pinned to their king, in the order of the pinners'
// squares. A pinned man attacks all the same (3.1.3). None where there is not
// exactly one king.
std::vector<Pin> pins_of(const Board& board, Color color);

// The legal moves, each in one list, in the order of legal_moves().
struct CheckAnswers {
  std::vector<Move> king_moves;  // to a safe square, without taking a checker
  std::vector<Move> blocks;      // a man between the checker and the king
  std::vector<Move> captures;    // of a checker, by whatever man, en passant too
};

// All lists are empty in checkmate. Precondition: position.is_check().
CheckAnswers check_answers(const Position& position);

// Whether a man could be put between the checker and the king, were there one:
// not against a knight, a pawn, a neighbour, or two checkers at once.
// Precondition: position.is_check().
bool has_line_to_block(const Position& position);

struct AttackedPiece {
  Square man;
  Bitboard by;  // not empty; pinned men attack all the same (3.1.3)
};

// The men of `color` that the other side attacks (3.1.2), its king included, in the order of their
// squares.
std::vector<AttackedPiece> attacked_pieces(const Position& position, Color color);

struct OpponentCaptures {
  Position position;  // with the turn given away
  std::vector<Move> moves;
};

// The legal captures of the player who is not to move, were it that player's turn. Nothing where
// the player to move is in check: a king is not captured.
std::optional<OpponentCaptures> opponent_captures(const Position& position);

struct MaterialCount {
  std::array<int, 6> men{};  // by role

  int of(Role role) const { return men[static_cast<std::size_t>(role)]; }
  // By the usual values, in pawns: queen 9, rook 5, bishop and knight 3. The Laws
  // know no values.
  int value() const;
};

MaterialCount material_of(const Board& board, Color color);

// "queen, 2 rooks, 8 pawns", the most valuable first; "bare king" where there is
// nothing else.
std::string to_string(const MaterialCount& material);

}  // namespace arbiter
