// The tree of moves played in a position, with their results.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/position_query.h"
#include "db/model/position_sums.h"
#include "lib/chess/bitboard.h"

namespace arbiter {

struct TreeMove;

// A position of the tree. If the filter names a player (white_is_player), all sums are from that
// player's side: White's results and ratings are the player's, and Black's are those of the
// opponents.
struct TreeNode {
  MoveSums all;  // sums of all games that reached the position, including rare moves
  // Sorted by number of games, descending; games that ended here come last.
  std::vector<TreeMove> moves;
};

struct TreeMove {
  std::optional<Move> move;  // missing for games that ended in the position
  MoveSums sums;
  TreeNode next;  // empty at the maximum depth
};

struct TreeQuery {
  PositionQuery root;
  unsigned depth = 1;           // in half-moves; at least 1
  std::uint64_t min_games = 1;  // moves with fewer games are omitted
  GameFilter filter = {};
};

// A function that returns the sums of the games that reached a position. A game counts once, with
// its move at the first occurrence.
using SumsAt = std::function<PositionSums(const PositionQuery& position)>;

// Returns the tree of moves from the root. A node counts all games that reached its position, in
// any move order. Calls `sums_at` for each node.
TreeNode grow_tree(const TreeQuery& query, const SumsAt& sums_at);

// Returns the score of a player, from 0 to 1. Games with result `*` are ignored; returns nothing if
// no game has a result.
std::optional<double> score_of(const MoveSums& sums, Color player);

// Returns the mean of the known ratings of a colour.
std::optional<double> mean_elo(const MoveSums& sums, Color player);

// Returns the performance rating: the opponents' mean rating plus the rating difference for which
// the logistic Elo curve gives the score. The difference is capped at 800, as for a 100 % score
// (FIDE Rating Regulations, 1.4.9).
std::optional<double> performance_of(const MoveSums& sums, Color player);

}  // namespace arbiter
