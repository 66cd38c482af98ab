// Whether a pawn may be captured en passant, and if not, why (Laws 3.7.3.1, 3.7.3.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/chess/move.h"
#include "lib/laws/game_history.h"

namespace arbiter {

enum class EnPassantState : std::uint8_t {
  Legal,
  NoDoubleStep,  // the last move was none, or it is not known to have been one
  NoSuchRight,   // a square is written, but no double step can have passed it
  NobodyBeside,  // no pawn stands where it could capture
  NotLegal,      // a pawn stands there, but its capture would leave the king in check
};

struct EnPassantStatus {
  EnPassantState state = EnPassantState::NoDoubleStep;
  std::optional<Square> square = {};  // that the pawn passed, or that is written
  std::vector<Move> captures = {};    // the legal ones
  std::string reason = {};            // a sentence in lower case, without a full stop
};

EnPassantStatus en_passant_status(const GameHistory& game);

}  // namespace arbiter
