// A game's text with a repair made in it.
#pragma once

#include <string>

#include "lib/pgn/pgn_game.h"
#include "lib/repair/repair.h"

namespace arbiter {

// The game's text: the move is put in its place, and what stood there is kept in a
// comment behind it, {Arbiter: the score has Nf4}. Where moves are put in or
// taken out, the move numbers behind them follow; where the first position
// changes, so do the tags SetUp, FEN and Variant. Every other byte stays.
// Precondition: `repair` is one of `broken`, which was found in `game`.
std::string mended_text(const PgnGame& game, const BrokenGame& broken, const Repair& repair);

}  // namespace arbiter
