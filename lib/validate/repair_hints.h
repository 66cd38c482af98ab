// What may have happened where a record breaks off: guesses that the rest of the
// game bears out.
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

// All for broken games only: up to a few hundred us. Where fewer than four moves
// follow, they bear out nothing, and there is no guess.

// The only legal move near in spelling to `written` after which `rest`, the
// moves behind it, is legal to its end.
std::optional<Move> suspected_typo(std::string_view written, const Position& now,
                                   std::span<const San> rest);

// Which of the moves that an ambiguous text can mean leaves the rest legal, if
// only one does.
std::optional<Move> meaning_by_rest(const San& ambiguous, const Position& now,
                                    std::span<const San> rest);

struct MissingPly {
  Color player;                   // whose move is missing
  std::optional<Move> move = {};  // if only one fits
};

// Whether one more move in front of `rest`, which begins with the illegal one,
// makes it legal to its end.
std::optional<MissingPly> missing_ply(const Position& now, std::span<const San> rest);

// What kings put on the centre squares tell an electronic board.
struct KingsToCentre {
  // Both on light squares: White won; both on dark ones: Black won; else a draw.
  // Nothing if only one king stands there.
  std::optional<Outcome> outcome = {};
};

// `rest` is all that is left of the game, from the first illegal move on.
std::optional<KingsToCentre> kings_to_centre(const Position& now, std::span<const San> rest);

}  // namespace arbiter
