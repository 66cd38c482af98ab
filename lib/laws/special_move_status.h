// The status of castling and en passant: whether they are legal, and the reason if not (Laws 3.7.3,
// 3.8.2; Guideline II).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/chess/move.h"
#include "lib/chess/setup.h"
#include "lib/laws/ply.h"
#include "lib/laws/wording.h"

namespace arbiter {

enum class CastlingHindrance : std::uint8_t {
  // The right is lost for good (3.8.2.1).
  HasCastled,
  KingMoved,
  RookMoved,     // even if a rook is on its square again
  RookCaptured,  // even if a rook is on its square again
  NeverGiven,    // king and rook are in place, but the initial position does not have the right
  // King or rook is not in place.
  NotInPlace,
  // Castling is temporarily prevented (3.8.2.2).
  InCheck,
  PieceBetween,
  PassesAttackedSquare,
  EndsOnAttackedSquare,
  RookShieldsKing,  // Chess960: the rook shields the king from a line piece
};

// Returns "king side" or "queen side".
std::string_view to_string(CastlingSide side);

enum class CastlingState : std::uint8_t { Legal, LostForGood, NotInPlace, PreventedForNow };

struct CastlingStatus {
  CastlingState state = CastlingState::Legal;
  std::optional<CastlingHindrance> hindrance = {};  // Nothing if castling is legal.
  // The attacked square, the square of a blocking piece, or the square that the king or rook left
  // or was captured on.
  std::optional<Square> square = {};
  std::optional<Square> attacker = {};    // the piece that gives check or attacks the square
  std::optional<std::uint32_t> ply = {};  // the ply at which the right was lost, from 1
  Sentence reason = {};                   // a clause; empty if castling is legal

  bool is_legal() const { return state == CastlingState::Legal; }
};

// Returns the castling status of either player, as if it were their turn. Replays the moves if the
// right has been lost.
CastlingStatus castling_status(const GameHistory& game, Color color, CastlingSide side);

enum class EnPassantState : std::uint8_t {
  Legal,
  NoDoubleStep,  // the last move was not a double step, or is unknown
  NoSuchRight,   // the FEN has an impossible en passant square
  NobodyBeside,  // no pawn is next to the pawn that made the double step
  NotLegal,      // the capture would leave the king in check
};

struct EnPassantStatus {
  EnPassantState state = EnPassantState::NoDoubleStep;
  std::optional<Square> square = {};  // the square that the pawn passed, or the one in the FEN
  std::vector<Move> captures = {};    // the legal captures
  Sentence reason = {};               // a sentence in lower case, without a full stop
};

EnPassantStatus en_passant_status(const GameHistory& game);

}  // namespace arbiter
