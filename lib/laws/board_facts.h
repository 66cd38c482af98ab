// Facts about one position: pins, attacks, answers to a check, material.
// The Laws applied to one position.
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
#include "lib/laws/special_move_status.h"
#include "lib/laws/standing.h"

namespace arbiter {

// A piece that must not leave the line between its king and an attacker (Laws 3.9.2).
struct Pin {
  Square piece;   // the pinned piece
  Square pinner;  // a queen, rook or bishop of the other side
  Square king;    // the king of the pinned piece's side
};

// Returns the pinned pieces of `color`, in the order of the pinning squares. A pinned piece still
// attacks (3.1.3). Empty unless there is exactly one king.
std::vector<Pin> pins_of(const Board& board, Color color);

// The legal moves, each in one list, in the order of legal_moves().
struct CheckAnswers {
  std::vector<Move> king_moves;  // to a safe square, without capturing a checker
  std::vector<Move> blocks;      // a piece between the checker and the king
  std::vector<Move> captures;    // of a checker by any piece, en passant included
};

// Returns all legal answers to the check; empty lists in checkmate. Precondition:
// position.is_check().
CheckAnswers check_answers(const Position& position);

// Returns whether a piece could stand between the checker and the king: not against a knight, a
// pawn, an adjacent checker, or two checkers. Precondition: position.is_check().
bool has_line_to_block(const Position& position);

struct AttackedPiece {
  Square piece;
  Bitboard by;  // not empty; includes pinned pieces (3.1.3)
};

// Returns the pieces of `color` that the other side attacks (3.1.2), the king included, in the
// order of their squares.
std::vector<AttackedPiece> attacked_pieces(const Position& position, Color color);

struct OpponentCaptures {
  Position position;  // the position with the opponent to move
  std::vector<Move> moves;
};

// Returns the legal captures of the player who is not to move, as if it were that player's turn.
// Nothing if the player to move is in check, as a king is never captured.
std::optional<OpponentCaptures> opponent_captures(const Position& position);

struct MaterialCount {
  std::array<int, 6> pieces{};  // by role

  int of(Role role) const { return pieces[static_cast<std::size_t>(role)]; }
  // Returns the sum of the usual values, in pawns: queen 9, rook 5, bishop and knight 3.
  int value() const;
};

MaterialCount material_of(const Board& board, Color color);

// Returns "queen, 2 rooks, 8 pawns", the most valuable pieces first, or "bare king".
std::string to_string(const MaterialCount& material);

// The legal moves of one piece.
struct PieceMoves {
  Square from;
  std::vector<Move> moves;  // at least one, by the squares they go to
};

// Arrays are indexed by colour, then by side.
struct PositionFacts {
  std::vector<PieceMoves> moves;      // king, queens, rooks, bishops, knights, pawns
  std::optional<CheckAnswers> check;  // if the player to move is in check
  std::array<std::vector<Pin>, 2> pins;
  std::array<std::vector<AttackedPiece>, 2> attacked;
  std::optional<OpponentCaptures> opponent_captures;
  std::array<std::array<CastlingStatus, 2>, 2> castling;
  EnPassantStatus en_passant;
  std::array<MaterialCount, 2> material;
  Chances chances;
  Standing standing;  // by the present Laws

  const CastlingStatus& castling_of(Color color, CastlingSide side) const {
    return castling[static_cast<std::size_t>(color)][static_cast<std::size_t>(side)];
  }
};

// Returns the facts about `game.now`, which follows the last of the moves. Cost: see
// find_winnability().
PositionFacts position_facts(const GameHistory& game);

}  // namespace arbiter
