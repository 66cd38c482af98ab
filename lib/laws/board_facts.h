// Facts about one position: pins, attacks, replies to check, material, and its status under the
// Laws. Also the status of castling and en passant (Laws 3.7.3, 3.8.2; Guideline II).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/board.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"
#include "lib/laws/game_end.h"
#include "lib/laws/wording.h"

namespace arbiter {

enum class CastlingHindrance : std::uint8_t {
  // The right is lost for good (3.8.2.1).
  HasCastled,
  KingMoved,
  RookMoved,     // the rook moved; it or another rook may be on its square now
  RookCaptured,  // the rook was captured; another rook may be on its square now
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
  std::optional<Square> square = {};  // the square that the pawn passed, or that of the FEN
  std::vector<Move> captures = {};    // the legal captures
  Sentence reason = {};               // a sentence in lower case, without a full stop
};

EnPassantStatus en_passant_status(const GameHistory& game);

// A piece that must not leave the line between its king and an attacker (Laws 3.9.2).
struct Pin {
  Square piece;   // the pinned piece
  Square pinner;  // an enemy queen, rook or bishop
  Square king;    // the king of the pinned side
};

// Returns the pinned pieces of `color`, in the order of the pinners' squares. Empty unless `color`
// has exactly one king. A pinned piece still attacks (3.1.3).
std::vector<Pin> pins_of(const Board& board, Color color);

struct CheckAnswers {
  std::vector<Move> king_moves;
  std::vector<Move> blocks;    // moves of a piece between the checker and the king
  std::vector<Move> captures;  // captures of a checker by any piece, including en passant
};

// Returns all legal moves; the lists are empty in checkmate. Precondition: position.is_check().
CheckAnswers check_answers(const Position& position);

// Returns whether a square between the checker and the king exists. None exists against a knight, a
// pawn, an adjacent checker, or two checkers. Precondition: position.is_check().
bool has_line_to_block(const Position& position);

struct AttackedPiece {
  Square piece;
  Bitboard by;  // the attackers, including pinned pieces (3.1.3); not empty
};

// Returns the attacked pieces of `color`, including the king, in the order of their squares
// (3.1.2).
std::vector<AttackedPiece> attacked_pieces(const Position& position, Color color);

struct OpponentCaptures {
  Position position;
  std::vector<Move> moves;
};

// Returns the captures that the opponent of the player to move could make if it were their turn.
// Nothing if the player to move is in check, as a king is never captured.
std::optional<OpponentCaptures> opponent_captures(const Position& position);

struct MaterialCount {
  std::array<int, 6> pieces{};  // indexed by role

  int of(Role role) const { return pieces[static_cast<std::size_t>(role)]; }
  // Returns the total material value in pawns: queen 9, rook 5, bishop and knight 3.
  int value() const;
};

MaterialCount material_of(const Board& board, Color color);

// Returns a text such as "queen, 2 rooks, 8 pawns", with the most valuable pieces first, or "bare
// king".
std::string to_string(const MaterialCount& material);

struct PieceMoves {
  Square from;
  std::vector<Move> moves;  // not empty; sorted by target square
};

// Facts about one position. Arrays are indexed by colour, then by side.
struct PositionFacts {
  std::vector<PieceMoves> moves;  // sorted by piece: king, queens, rooks, bishops, knights, pawns
  std::optional<CheckAnswers> check;  // nothing if there is no check
  std::array<std::vector<Pin>, 2> pins;
  std::array<std::vector<AttackedPiece>, 2> attacked;
  std::optional<OpponentCaptures> opponent_captures;
  std::array<std::array<CastlingStatus, 2>, 2> castling;
  EnPassantStatus en_passant;
  std::array<MaterialCount, 2> material;
  Chances chances;
  Standing standing;  // under the current Laws

  const CastlingStatus& castling_of(Color color, CastlingSide side) const {
    return castling[static_cast<std::size_t>(color)][static_cast<std::size_t>(side)];
  }
};

// Returns the facts about `game.now`, the position after all moves. Cost: see find_winnability().
PositionFacts position_facts(const GameHistory& game);

}  // namespace arbiter
