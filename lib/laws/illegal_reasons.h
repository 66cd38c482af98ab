// The parts of explain(), one for each kind of move.
#pragma once

#include <string>
#include <string_view>

#include "lib/diagnostics/catalogue.h"
#include "lib/laws/game_history.h"
#include "lib/notation/san.h"

namespace arbiter::illegal_reasons {

struct Reason {
  DiagnosticCode code;
  std::string message;
  std::string_view article = {};  // where it is another than the catalogue names for the code
};

// Returns the reason why a piece other than a pawn cannot make the move (3.2 to 3.6, 3.8.1).
Reason of_piece(const San& san, const Position& now);

// Returns the reason why a pawn cannot make the move (3.7).
Reason of_pawn(const San& san, const GameHistory& game);

}  // namespace arbiter::illegal_reasons
