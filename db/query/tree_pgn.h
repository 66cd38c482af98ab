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
  // The side whose score is written; by default, the player to move.
  std::optional<Color> player = {};
  const OpeningTable& openings = known_openings();
  std::string event = "?";
  std::string white = "?";
  std::string black = "?";
};

// Returns the moves that led to the position, followed by the most frequent moves, with the others
// as variations. A comment after each move has its number of games, score and opening.
std::string pgn_of_tree(const TreeNode& root, const PlayedLine& line,
                        const TreePgnOptions& options);

// Returns text such as "White - Black 1-0 1997".
std::string title_of(const StoredGame& game);

// The lines to be merged.
struct MergeQuery {
  GameFilter filter = {};
  std::optional<std::uint64_t> depth = {};  // in half-moves; by default, to the end of each game
  std::uint64_t min_games = 1;              // moves with fewer games are omitted
  std::optional<std::uint64_t> limit = {};  // maximum number of moves after each line
};

// Returns the main lines of the games that reach the position as one game: the most frequent line,
// with the others as variations. Comments contain the score and the number of games, where it
// changes, and the title of each game after its last move. Memory: about 300 bytes per game.
std::string merged_pgn(const MergeQuery& query, const PlayedLine& line,
                       const TreePgnOptions& options, Storage& storage);

}  // namespace arbiter
