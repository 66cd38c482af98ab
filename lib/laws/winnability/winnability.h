// Proofs that a side can or cannot checkmate by any series of legal moves (Laws 5.1.2, 5.2.2, 6.9,
// 7.5.5). Both sides cooperate, and the line may have any length.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"

namespace arbiter {

enum class Winnability : std::uint8_t { Winnable, Unwinnable, Undetermined };

enum class WinnabilityProof : std::uint8_t {
  Line,         // Winnable: a line that ends in mate
  GameOver,     // there is no legal move, and no mate by that side
  Material,     // the remaining material excludes mate
  ForcedMoves,  // every move is forced, and leads to an unwinnable position or to a repetition
  AllLines,     // all lines end within a few moves without mate
  Fortress,     // no piece can ever reach the squares that a mate needs
  Closure,      // every reachable position was visited
  LimitHit,     // Undetermined: a limit was reached
};

struct WinnabilityLimits {
  // Maximum number of examined positions, for all methods together.
  std::uint64_t positions = 20'000'000;
};

struct WinnabilityAnswer {
  Winnability verdict;
  WinnabilityProof proof;
  std::vector<Move> line;   // Winnable: every legal move from the position to the mate
  std::uint64_t positions;  // number of examined positions
};

// Returns an exact result. The automatic draws of 9.6 (75 moves, fivefold repetition) are ignored.
// Takes microseconds for most positions from real games, and seconds at the limit.
WinnabilityAnswer find_winnability(const Position& position, Color winner,
                                   const WinnabilityLimits& limits = {});

// Returns a proof that `winner` cannot mate, if one is found within microseconds.
std::optional<WinnabilityProof> quick_unwinnable(const Position& position, Color winner);

// Returns the proof as a text, such as "a line that ends in checkmate".
std::string_view to_string(WinnabilityProof proof);

}  // namespace arbiter
