// Whole games in notations without SAN: numeric, coordinate and descriptive.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/position.h"
#include "lib/pgn/pgn_game.h"

namespace arbiter {

// A move, and the index of its token.
struct TokenMove {
  std::uint32_t token = 0;
  Move move;
};

// Returns the moves of a game that is written entirely in another notation. These are ICCF numeric
// ("5254"), coordinates in any case ("E2E4", "NG1-F3"), and English or Spanish descriptive notation
// ("P-K4", "P4R"). Returns nothing if a word of the main line is something else, or does not name
// exactly one legal move. Games with variations are not read.
std::optional<std::vector<TokenMove>> read_other_notation(const PgnGame& game,
                                                          const Position& first);

}  // namespace arbiter
