// Guesses at the mistake at the first illegal move, supported by the rest of the game. For broken
// games only: up to a few hundred us. Fewer than four following moves support no guess.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "lib/chess/move.h"
#include "lib/chess/piece.h"
#include "lib/chess/position.h"
#include "lib/laws/game_end.h"
#include "lib/notation/san.h"

namespace arbiter {

// Returns the only legal move with a spelling near to `written` after which all of `rest`, the
// following moves, is legal.
std::optional<Move> suspected_typo(std::string_view written, const Position& now,
                                   std::span<const San> rest);

// Returns the only meaning of an ambiguous text after which the rest is legal.
std::optional<Move> meaning_by_rest(const San& ambiguous, const Position& now,
                                    std::span<const San> rest);

struct MissingPly {
  Color player;                   // the player whose move is missing
  std::optional<Move> move = {};  // the missing move, if only one fits
};

// Returns whether one more move before `rest`, which begins with the illegal move, makes the rest
// legal to its end.
std::optional<MissingPly> missing_ply(const Position& now, std::span<const San> rest);

// The result that kings on the centre squares signal to an electronic board.
struct KingsToCentre {
  // Both on light squares: White won; both on dark ones: Black won; otherwise a draw. Nothing if
  // only one king is there.
  std::optional<Outcome> outcome = {};
};

// Checks `rest`, all moves from the first illegal one to the end of the game. A king that captures
// is not such a sign. After checkmate or stalemate only both kings are, if they show the result on
// the board.
std::optional<KingsToCentre> kings_to_centre(const Position& now, std::span<const San> rest);

}  // namespace arbiter
