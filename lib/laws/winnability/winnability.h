// Proofs that a side can or cannot checkmate by any series of legal moves (Laws 5.1.2, 5.2.2, 6.9,
// 7.5.5). Both sides help, and the line may have any length.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "lib/chess/move.h"
#include "lib/chess/piece.h"
#include "lib/chess/position.h"

namespace arbiter {

enum class Winnability : std::uint8_t { Winnable, Unwinnable, Undetermined };

// The method that found the answer.
enum class WinnabilityProof : std::uint8_t {
  Line,         // Winnable: a line that ends in mate
  GameOver,     // no legal move, and no mate by that side
  Material,     // by the remaining material
  ForcedMoves,  // every move is forced, into a position that is unwinnable or back
  AllLines,     // all lines of a few moves end where material or the end of the game decides
  Fortress,     // no piece can ever reach the squares that a mate needs
  Closure,      // every reachable position was visited
  LimitHit,     // Undetermined
};

struct WinnabilityLimits {
  std::uint64_t positions = 20'000'000;  // examined positions, of all methods
};

struct WinnabilityAnswer {
  Winnability verdict;
  WinnabilityProof proof;
  std::vector<Move> line;   // Winnable: every legal move from the position to the mate
  std::uint64_t positions;  // examined
};

// Returns an exact answer. The draws of 9.6 (75 moves, fivefold) are not counted. Cost:
// microseconds for most positions of real games, seconds at the limit.
WinnabilityAnswer find_winnability(const Position& position, Color winner,
                                   const WinnabilityLimits& limits = {});

// Returns a proof that `winner` cannot mate, if one is found within microseconds.
std::optional<WinnabilityProof> quick_unwinnable(const Position& position, Color winner);

// Returns "a line that ends in checkmate", ...
std::string_view to_string(WinnabilityProof proof);

}  // namespace arbiter
