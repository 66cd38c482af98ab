// The inside of explain(): one question each.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lib/chess/move.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/laws/game_history.h"
#include "lib/notation/san.h"

namespace arbiter::illegal_reasons {

struct Reason {
  DiagnosticCode code;
  std::string message;
  std::string_view article = {};  // where it is another than the catalogue names for the code
};

// Why a piece other than a pawn does not go there (3.2 to 3.6, 3.8.1).
Reason of_piece(const San& san, const Position& now);

// Why a pawn does not go there (3.7).
Reason of_pawn(const San& san, const GameHistory& game);

// Why `move`, which is right for its piece, leaves the king in check (3.9).
// Precondition: !now.leaves_king_safe(move), and no castling.
Reason of_unsafe_move(Move move, const Position& now);

// The same for all that a text can mean.
Reason of_unsafe_moves(std::span<const Move> moves, const Position& now);

}  // namespace arbiter::illegal_reasons
