// A game with its words as they are written, in plain lines.
#pragma once

#include <string>

#include "lib/pgn/pgn_game.h"

namespace arbiter {

// Appends the game: every tag on a line of its own, an empty line, the movetext
// in lines of at most 79 characters where its words allow it, an empty line.
// Only the white space between tags and between tokens changes; their order
// and their bytes do not, be they right or wrong: reading the text again gives
// the same tags and the same tokens. Tags that could not be read stay where they
// stood too.
void write_lossless(const PgnGame& game, std::string& text);

}  // namespace arbiter
