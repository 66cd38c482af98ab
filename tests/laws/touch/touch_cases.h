// Rulings on touches in a form for comparison with hand-made results.
#pragma once

#include <string>
#include <string_view>

#include "lib/chess/position.h"
#include "lib/laws/touch/touch_move.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// A knight and a pawn can capture on d5; the rook and the king cannot.
inline const std::string kTakers = "4k3/8/8/3p4/4P3/2N5/8/R3K3 w - - 0 1";
inline const std::string kCastlers = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
inline const std::string kPromoter = "8/4P3/8/8/8/8/k7/4K3 w - - 0 1";

// Parses the touches of the player to move, separated by spaces.
TouchReport report_of(const Position& position, std::string_view touches);

// Returns the moves in SAN, sorted alphabetically and separated by spaces.
std::string sans_of(const TouchRuling& ruling, const Position& position);
std::string all_sans(const Position& position);

// Returns the words of a text, sorted alphabetically.
std::string sorted_words(const std::string& text);

bool has_remark(const TouchRuling& ruling, std::string_view article);

}  // namespace arbiter::testing
