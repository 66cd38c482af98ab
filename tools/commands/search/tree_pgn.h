// The opening tree as a game with variations.
#pragma once

#include <string>

#include "tools/cli/options/position_options.h"
#include "tools/commands/search/tree_report.h"

namespace arbiter {

// A game in PGN export format: the moves that led to the position, then the most frequent ones, and
// the others as variations. Comments say how many games had each move, and how its player scored.
std::string pgn_of_tree(const TreeAnswer& answer, const PlayedLine& line,
                        const OpeningTable& openings);

}  // namespace arbiter
