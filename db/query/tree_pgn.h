// Opening trees and merged games as games in PGN.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/model/opening_tree.h"
#include "db/model/position_query.h"
#include "db/model/storage.h"
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

// Returns "White - Black 1-0 1997".
std::string title_of(const StoredGame& game);

// The lines to be merged.
struct MergeQuery {
  GameFilter filter = {};
  std::optional<std::uint64_t> depth = {};  // in half-moves; if missing, to the end of each game
  std::uint64_t min_games = 1;              // moves of fewer games are omitted
  std::optional<std::uint64_t> limit = {};  // maximum number of moves after each line
};

// Returns the main lines of the games that reach the position as one game: the most frequent line,
// with the others as variations. A comment has the number of games, where it changes, and the
// score; the last move of a game has its title. All moves are in memory, about 300 bytes a game.
std::string merged_pgn(const MergeQuery& query, const PlayedLine& line,
                       const TreePgnOptions& options, Storage& storage);

}  // namespace arbiter
