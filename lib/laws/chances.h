// Whether each side can still give checkmate, and the words for it.
#pragma once

#include <string>

#include "lib/chess/position.h"
#include "lib/laws/winnability/winnability.h"

namespace arbiter {

struct Chances {
  WinnabilityAnswer white;
  WinnabilityAnswer black;

  const WinnabilityAnswer& of(Color color) const { return color == Color::White ? white : black; }
  // Neither side can mate, and that is proved (5.2.2).
  bool are_dead() const {
    return white.verdict == Winnability::Unwinnable && black.verdict == Winnability::Unwinnable;
  }
};

// Cost: see find_winnability().
Chances chances_of(const Position& position);

// "White can still mate: 12 half-moves lead to checkmate if both sides help",
// "Black cannot mate by any series of legal moves: ...", "it was not found out
// whether White can mate: ...".
std::string to_string(const WinnabilityAnswer& answer, Color color);

}  // namespace arbiter
