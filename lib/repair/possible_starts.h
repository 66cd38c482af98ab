// First positions from which a game may truly have begun.
#pragma once

#include <vector>

#include "lib/pgn/pgn_game.h"
#include "lib/repair/guesses.h"

namespace arbiter::repair {

// Where `given` comes from a FEN tag: the usual first position, the other player to
// move, castling rights that were left out. Where there is none: Black to move,
// exchanged pieces, the 960 of Chess960.
std::vector<PossibleStart> possible_starts(const PgnGame& game, const Setup& given);

}  // namespace arbiter::repair
