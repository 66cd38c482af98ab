// First positions from which a game may truly have begun.
#pragma once

#include <memory>
#include <vector>

#include "lib/pgn/pgn_game.h"
#include "lib/repair/guesses.h"

namespace arbiter {

using PossibleStarts = std::shared_ptr<const std::vector<PossibleStart>>;

// Where `given` comes from a FEN tag: the usual first position, the other player to
// move, castling rights that were left out. Where there is none: Black to move,
// exchanged pieces, the 960 of Chess960; these are made once for all games. All can be played.
PossibleStarts possible_starts(const PgnGame& game, const Setup& given);

}  // namespace arbiter
