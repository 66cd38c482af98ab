// What was played in a position, and what came of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "db/model/game_set.h"
#include "db/model/position_query.h"
#include "db/model/position_sums.h"
#include "db/query/storage.h"
#include "lib/chess/move.h"

namespace arbiter::db::query {

// The sums of all games that reached a position, by the move played there. A game counts once,
// with the move that it played the first time; transpositions count. With `among`, only games of
// that set. A sum whose move is not legal in the position is another position's with the same
// key, and left out; where there are few games each is replayed, so that the answer is exact.
// From ready sums about 0.1 ms; where they do not help, about 10 ns a game.
PositionSums sums_at(Storage& storage, const PositionQuery& query, const GameSet* among = nullptr);

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
  const GameSet* among = nullptr;
};

// The moves from the root, `depth` half-moves deep. A node counts all games that reached its
// position, by any order of moves. Costs sums_at() for each.
TreeNode opening_tree(Storage& storage, const TreeQuery& query);

// What a player scored, from 0 to 1; `*` games do not count. Nothing without a result.
std::optional<double> score_of(const MoveSums& sums, Color player);

// The mean rating of a colour's players, where it is known of some.
std::optional<double> mean_elo(const MoveSums& sums, Color player);

// The rating that scores so against such opponents: theirs, plus the difference at which the
// logistic curve of the Elo system expects the score, at most 800 (FIDE Rating Regulations,
// 1.4.9: a full score counts as 800).
std::optional<double> performance_of(const MoveSums& sums, Color player);

}  // namespace arbiter::db::query
