// Opening trees as games in PGN.
#pragma once

#include <optional>
#include <string>

#include "db/model/opening_tree.h"
#include "db/model/position_query.h"
#include "lib/openings/opening_table.h"

namespace arbiter {

struct TreePgnOptions {
  // The side of the sums whose score is written; if missing, the player to move.
  std::optional<Color> player = {};
  const OpeningTable& openings = known_openings();
  std::string event = "?";
  std::string white = "?";
  std::string black = "?";
};

// Returns the moves that led to the position, followed by the most frequent moves, with the others
// as variations. Each move of the tree has its games, score and opening in a comment.
std::string pgn_of_tree(const TreeNode& root, const PlayedLine& line,
                        const TreePgnOptions& options);

}  // namespace arbiter
