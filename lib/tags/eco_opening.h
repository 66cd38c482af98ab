// Which openings the codes of the Encyclopaedia of Chess Openings stand for, as
// far as a few moves decide it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/chess/move.h"

namespace arbiter::tags {

// A move that every opening of a range of codes has, whatever the order.
struct OpeningStep {
  std::string_view san;     // as White or Black would write it: "e4", "Bb5"
  std::string_view player;  // "White" or "Black"
};

// The step that all openings of the code have but the game has not in its first
// 15 moves; nothing if the code may be right. Codes are told apart by their
// families alone: what this does not contradict can still be wrong. The game
// began from the usual first position; one of less than five half-moves is not
// judged. About 20 ns.
std::optional<OpeningStep> missing_opening_step(std::string_view eco, std::span<const Move> moves);

}  // namespace arbiter::tags
