// Blocks of the position index, written bit by bit as specified in db/README.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/model/position_sums.h"
#include "db/model/posting.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns the block of one bucket in any form but YearRanges. All `postings` are in that bucket,
// have keys without the unknown part, and are sorted by key, game and ply.
std::vector<std::uint8_t> slow_block(const BlockLayout& layout, std::span<const Posting> postings,
                                     std::span<const GameFacts> facts);

}  // namespace arbiter::testing
