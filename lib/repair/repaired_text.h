// The text of a game with a repair.
#pragma once

#include <string>

#include "lib/pgn/pgn_game.h"
#include "lib/repair/repair.h"

namespace arbiter {

// Returns the text with the move in its place and the original in a comment after it, {Arbiter: the
// score has Nf4}. Move numbers follow inserted or removed moves, and the tags SetUp, FEN and
// Variant follow the first position. Every other byte stays. Precondition: `repair` is one of
// `broken`, which was found in `game`.
std::string repaired_text(const PgnGame& game, const BrokenGame& broken, const Repair& repair);

}  // namespace arbiter
