// The moves played in a position, and their results.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/position_query.h"
#include "db/model/position_sums.h"
#include "lib/chess/move.h"

namespace arbiter {

struct TreeMove;

// A position of the tree. If the filter names a player (white_is_player), all sums are from his
// side: White's results and ratings are his, and Black's are his opponents'.
struct TreeNode {
  MoveSums all;                 // of all games that reached it, including rare moves
  std::vector<TreeMove> moves;  // by descending number of games; games that ended here come last
};

struct TreeMove {
  std::optional<Move> move;  // missing for games that ended in the position
  MoveSums sums;
  TreeNode next;  // empty at the maximum depth
};

struct TreeQuery {
  PositionQuery root;
  unsigned depth = 1;           // half-moves; at least 1
  std::uint64_t min_games = 1;  // of a move; moves with fewer games are omitted
  GameFilter filter = {};
};

// Returns the sums of the games that reached a position. A game counts once, with its move at the
// first occurrence.
using SumsAt = std::function<PositionSums(const PositionQuery& position)>;

// Returns the tree of moves from the root. A node counts all games that reached its position, by
// any order of moves. Calls `sums_at` for each node.
TreeNode grow_tree(const TreeQuery& query, const SumsAt& sums_at);

// Returns the score of a player, from 0 to 1, without `*` games; none if no other games are left.
std::optional<double> score_of(const MoveSums& sums, Color player);

// Returns the mean of the known ratings of a colour.
std::optional<double> mean_elo(const MoveSums& sums, Color player);

// Returns the performance rating. It is the opponents' rating plus the difference for which the
// logistic curve of the Elo system expects the score. The difference is at most 800, as for a full
// score (FIDE Rating Regulations, 1.4.9).
std::optional<double> performance_of(const MoveSums& sums, Color player);

}  // namespace arbiter
