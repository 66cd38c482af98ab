// Which segments are merged next, so that an import costs what it brings.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/sqlite/index/segment.h"

namespace arbiter::sqlite {

// So many neighbours of a class become one of the next.
inline constexpr std::size_t kSegmentsAMerge = 8;

// 0 below 131,072 postings (about 1,500 games); each further class is eight times as large.
unsigned size_class(std::uint64_t postings);

// What is worth merging among `segments`, which are of one kind: neighbours; nothing: none are.
// Those that are being merged already are left alone. Where nothing is left to merge, no segment
// comes after a smaller class, and there are fewer than eight of a class: at most 35 in two million
// games. A posting goes through one merge a class, and through one more at the most where a file of
// many games comes after small ones.
std::vector<Segment> next_merge(std::span<const Segment> segments);

}  // namespace arbiter::sqlite
