// The state of a game: whether either side can still mate, whether the game is over, and which
// draws can be claimed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/chess/position.h"
#include "lib/laws/game_end.h"
#include "lib/laws/game_history.h"
#include "lib/laws/winnability/winnability.h"

namespace arbiter {

struct Chances {
  WinnabilityAnswer white;
  WinnabilityAnswer black;

  const WinnabilityAnswer& of(Color color) const { return color == Color::White ? white : black; }
  // Returns whether it is proved that neither side can mate (5.2.2).
  bool are_dead() const {
    return white.verdict == Winnability::Unwinnable && black.verdict == Winnability::Unwinnable;
  }
};

// Returns the chances of both sides. For the cost, see find_winnability().
Chances chances_of(const Position& position);

// Returns a clause such as "White can still mate: 12 half-moves lead to checkmate if both sides
// help" or "Black cannot mate by any series of legal moves: ...".
std::string to_string(const WinnabilityAnswer& answer, Color color);

struct Standing {
  // The first automatic end, at the ply where it happened even if play continued.
  std::optional<GameEnd> end;
  // The plies at which the last position occurred, as far as the moves are known.
  std::vector<std::uint32_t> occurrences;
  // The moves with which the player to move could claim a draw (9.2.1, 9.3.1).
  MoveList moves_to_threefold;
  MoveList moves_to_fifty;
  // Half-moves without a capture or a pawn move that allow a claim (9.3): more than 100 only in
  // some endings of old games.
  std::uint32_t half_moves_to_claim = 100;
  // Half-moves since the last capture or pawn move that were played before the first position.
  std::uint32_t unknown_half_moves = 0;

  bool has_threefold() const { return occurrences.size() >= 3; }
};

// Returns the standing of `game.now`, whose chances are `chances`. Looks at earlier positions only
// if the last one is dead. It then costs first_dead_moment(), and two find_winnability() queries
// for each position that only they prove. Lichess and chess.com recognize dead positions by
// material only. Precondition: `game.now` follows the last of `game.moves`.
Standing standing_of(const GameHistory& game, const Chances& chances, RulesProfile rules);

}  // namespace arbiter
