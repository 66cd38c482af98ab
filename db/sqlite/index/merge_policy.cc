#include "db/sqlite/index/merge_policy.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace arbiter::sqlite {
namespace {

constexpr unsigned kSmallestBits = 17;  // of what class 0 stays below
constexpr unsigned kBitsAClass = 3;

unsigned class_of(const Segment& segment) { return size_class(segment.postings); }

// What to merge among neighbours that are not above `size`, the class of some of them.
std::span<const Segment> merge_of_class(std::span<const Segment> run, unsigned size) {
  const auto is_of_class = [size](const Segment& segment) { return class_of(segment) == size; };
  const auto first = std::ranges::find_if(run, is_of_class);
  if (first == run.end()) return {};
  if (std::ranges::count_if(run, is_of_class) >= static_cast<std::ptrdiff_t>(kSegmentsAMerge)) {
    auto end = run.end();
    while (!is_of_class(*(end - 1))) --end;
    return {first, end};
  }
  // Smaller ones before one of the class go into it.
  for (auto begin = run.begin(); begin != run.end(); ++begin) {
    if (is_of_class(*begin)) continue;
    const auto larger = std::find_if(begin, run.end(), is_of_class);
    if (larger == run.end()) return {};
    return {begin, larger + 1};
  }
  return {};
}

}  // namespace

unsigned size_class(std::uint64_t postings) {
  const auto bits = static_cast<unsigned>(std::bit_width(postings));
  return bits <= kSmallestBits ? 0 : (bits - kSmallestBits - 1) / kBitsAClass + 1;
}

std::vector<Segment> next_merge(std::span<const Segment> segments) {
  unsigned largest = 0;
  for (const Segment& segment : segments) largest = std::max(largest, class_of(segment));
  for (unsigned size = 0; size <= largest; ++size) {
    const auto parts = [size](const Segment& segment) {
      return segment.merge != 0 || class_of(segment) > size;
    };
    for (auto begin = segments.begin(); begin != segments.end();) {
      const auto end = std::find_if(begin, segments.end(), parts);
      const std::span<const Segment> merge = merge_of_class({begin, end}, size);
      if (!merge.empty()) return {merge.begin(), merge.end()};
      begin = end == segments.end() ? end : end + 1;
    }
  }
  return {};
}

}  // namespace arbiter::sqlite
