// First positions from which a game may really have begun.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lib/pgn/pgn_game.h"
#include "lib/repair/guesses.h"
#include "lib/repair/repair.h"

namespace arbiter {

using PossibleStarts = std::shared_ptr<const std::vector<PossibleStart>>;

// Returns playable positions. With a FEN tag, that of `given`: the standard position, the other
// player to move, omitted castling rights. Without one: Black to move, exchanged pieces, the 960 of
// Chess960; these are created once for all games.
PossibleStarts possible_starts(const PgnGame& game, const Setup& given);

// Returns the positions near to an unplayable FEN from which all moves are legal. `start`, `first`
// and `last` of the result are those of the likeliest. Returns nothing without such a position,
// without moves, or if the FEN cannot be parsed.
std::optional<BrokenGame> repairs_of_start(const PgnGame& game, const RepairOptions& options);

}  // namespace arbiter
