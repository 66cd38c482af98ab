// Whether, and where, a pattern holds in a game.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "db/model/game_filter.h"
#include "lib/chess/move.h"
#include "lib/chess/setup.h"

namespace arbiter {

// Whether the pattern holds at first or after some move. `start` is a Shredder-FEN, or empty for
// the usual first position; `moves` are packed as README.md says, and legal. About 8 ns a move;
// ends where it holds.
bool reaches_pattern(const PatternPlan& plan, std::string_view start,
                     std::span<const std::uint8_t> moves);

// A stretch of positions in which a pattern holds, by the half-moves that led to them.
struct PatternHit {
  std::uint16_t first = 0;
  std::uint16_t last = 0;

  bool operator==(const PatternHit&) const = default;
};

// All of them, rising. The moves are legal.
std::vector<PatternHit> pattern_hits(const PatternPlan& plan, const Setup& start,
                                     std::span<const Move> moves);

// The patterns of the filter that speak for a game: those after a "not" speak against it.
std::vector<std::shared_ptr<const PatternPlan>> patterns_of(const GameFilter& filter);

// Where any of these holds, rising by `first`, each stretch once.
std::vector<PatternHit> pattern_hits(std::span<const std::shared_ptr<const PatternPlan>> plans,
                                     const Setup& start, std::span<const Move> moves);

}  // namespace arbiter
