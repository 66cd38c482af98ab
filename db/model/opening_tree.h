// What was played in a position, and what came of it.
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

// A position of the tree.
struct TreeNode {
  MoveSums all;                 // of all games that reached it, those of rare moves included
  std::vector<TreeMove> moves;  // most games first; games that ended here last
};

struct TreeMove {
  std::optional<Move> move;  // nothing: the games that ended in the position
  MoveSums sums;
  TreeNode next;  // empty where the tree ends
};

struct TreeQuery {
  PositionQuery root;
  unsigned depth = 1;             // half-moves; at least 1
  std::uint64_t least_games = 1;  // rarer moves are left out
  GameFilter filter = {};         // only of games that fit
};

// What the games that reached a position went on with; a game counts once, with the move that it
// played the first time.
using SumsAt = std::function<PositionSums(const PositionQuery& position)>;

// The moves from the root, `depth` half-moves deep. A node counts all games that reached its
// position, by any order of moves. Asks for the sums of each.
TreeNode grow_tree(const TreeQuery& query, const SumsAt& sums_at);

// What a player scored, from 0 to 1; `*` games do not count. Nothing without a result.
std::optional<double> score_of(const MoveSums& sums, Color player);

// The mean rating of a colour's players, where it is known of some.
std::optional<double> mean_elo(const MoveSums& sums, Color player);

// The rating that scores so against such opponents: theirs, plus the difference at which the
// logistic curve of the Elo system expects the score, at most 800 (FIDE Rating Regulations,
// 1.4.9: a full score counts as 800).
std::optional<double> performance_of(const MoveSums& sums, Color player);

}  // namespace arbiter
