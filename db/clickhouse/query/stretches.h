// Games in portions that fit into memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/clickhouse/query/inquiry.h"

namespace arbiter::clickhouse {

// Games whose numbers follow each other.
struct Stretch {
  std::uint64_t first = 0;
  std::uint64_t last = 0;        // included
  std::uint64_t games = 0;       // that have the condition
  std::vector<unsigned> shards;  // that have some of them, rising
};

// All games that have the condition, which may differ from shard to shard, by rising number; in
// each stretch about `games_each` and at most 1,024 more. Reads what the condition is about of all
// games.
std::vector<Stretch> stretches(Inquiry& inquiry, const Inquiry::SqlOfShard& condition,
                               std::uint64_t games_each);

// The condition for a stretch, to be joined by AND.
std::string within(const Stretch& stretch);

}  // namespace arbiter::clickhouse
