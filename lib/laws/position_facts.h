// The Laws applied to one position.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "lib/laws/board_facts.h"
#include "lib/laws/special_move_status.h"
#include "lib/laws/standing.h"

namespace arbiter {

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
