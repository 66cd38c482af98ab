// What was played in positions, by the games of a cluster.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "db/clickhouse/query/inquiry.h"
#include "db/clickhouse/query/selection.h"
#include "db/model/opening_tree.h"

namespace arbiter::clickhouse {

// A game counts once, with the move that it played the first time. A sum whose move is not legal in
// the position is another position's with the same key, and left out; where there are few games
// each is replayed, so that the answer is exact.
class TreeSums {
 public:
  TreeSums(Inquiry& inquiry, const Selection& selection)
      : inquiry_(inquiry), selection_(selection) {}

  // Asks for many positions at once: two to four questions a shard.
  void learn(std::span<const PositionQuery> positions);

  // Precondition: it was learnt.
  const PositionSums& at(const PositionQuery& position) const;

 private:
  using Sums = std::unordered_map<std::uint64_t, PositionSums>;  // by key

  // The key of each position, of those of all its rights, that games have. Those of which they have
  // several come back.
  std::vector<const PositionQuery*> choose_keys(std::span<const PositionQuery> positions);
  Sums sums_of(const std::vector<std::uint64_t>& keys);
  PositionSums sums_of_games(const PositionQuery& position);
  void replay(std::span<const PositionQuery> positions);
  std::string postings_of(const std::string& has_key, unsigned shard) const;

  Inquiry& inquiry_;
  const Selection& selection_;
  std::unordered_map<std::uint64_t, std::uint64_t> keys_;  // by the first key of the position
  Sums sums_;                                              // by the first key
};

// One position a level deep; more are asked for level by level.
TreeNode tree_of(Inquiry& inquiry, const TreeQuery& query, unsigned jobs);

}  // namespace arbiter::clickhouse
