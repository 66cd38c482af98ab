// First positions from which a game may truly have begun.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lib/pgn/pgn_game.h"
#include "lib/repair/guesses.h"
#include "lib/repair/repair.h"

namespace arbiter {

using PossibleStarts = std::shared_ptr<const std::vector<PossibleStart>>;

// Where `given` comes from a FEN tag: the usual first position, the other player to
// move, castling rights that were left out. Where there is none: Black to move,
// exchanged pieces, the 960 of Chess960; these are made once for all games. All can be played.
PossibleStarts possible_starts(const PgnGame& game, const Setup& given);

// The first positions near to that of the FEN from which all moves are legal. Of
// the broken game `start`, `first` and `last` are then those of the likeliest.
// Nothing where there is none, no move, or a FEN that cannot be read at all.
std::optional<BrokenGame> repairs_of_start(const PgnGame& game, const RepairOptions& options);

}  // namespace arbiter
