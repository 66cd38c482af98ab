// How a game stands: whether it is over by itself, and which draws can be claimed.
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

struct Standing {
  // The first end that came by itself, at the ply where it did even if play went on.
  std::optional<GameEnd> end;
  // How often the last position has stood, as far as the moves are known, and
  // after which half-moves.
  std::vector<std::uint32_t> occurrences;
  // With which moves the player to move could claim a draw (9.2.1, 9.3.1).
  MoveList moves_to_threefold;
  MoveList moves_to_fifty;
  // Half-moves without a capture and a pawn move that make a claim (9.3): more than 100 only in
  // some endings of old games.
  std::uint32_t half_moves_to_claim = 100;
  // Half-moves since the last capture or pawn move that came before the first
  // position: what stood on the board then is not known.
  std::uint32_t unknown_half_moves = 0;

  bool has_threefold() const { return occurrences.size() >= 3; }
};

// `chances` are those of `game.now`. Only where that is dead, earlier positions
// are looked at: see first_dead_moment(), and one pair of find_winnability() questions
// for each that only they prove. The rules of Lichess and chess.com know dead positions by material
// only. Precondition: `game.now` comes after the last of `game.moves`.
Standing standing_of(const GameHistory& game, const Chances& chances, RulesProfile rules);

}  // namespace arbiter
