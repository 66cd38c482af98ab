#include "db/sqlite/care/integrity_merges.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

#include "db/sqlite/index/index_upkeep.h"
#include "db/sqlite/index/posting_checksum.h"
#include "db/sqlite/index/segment_reader.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kWrongClaims =
    "SELECT id, merge FROM segment WHERE merge <> 0 AND merge NOT IN (SELECT id FROM merge)";
constexpr std::string_view kIdleMerges =
    "SELECT id FROM merge WHERE id NOT IN (SELECT merge FROM segment)";
constexpr std::string_view kTwice =
    "SELECT id FROM segment WHERE id IN (SELECT id FROM merge UNION ALL SELECT id FROM remains)"
    " UNION SELECT id FROM merge WHERE id IN (SELECT id FROM remains)";
constexpr std::string_view kOwners =
    "SELECT id, 1 << bucket_bits FROM segment"
    " UNION ALL SELECT id, next_bucket FROM merge UNION ALL SELECT id, 1 << 24 FROM remains";
constexpr std::string_view kOwnersOfVersion1 = "SELECT id, 1 << bucket_bits FROM segment";
constexpr std::string_view kNextBlock = "SELECT min(id) FROM posting_block WHERE id >= ?1";

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

void say(IntegrityLog& log, std::int64_t segment, std::string_view what) {
  log.say(IntegrityPart::Index, fmt::format("segment {}: {}", segment, what));
}

void check_rows(const Connection& connection, IntegrityLog& log) {
  Statement claims = connection.prepare(kWrongClaims);
  while (claims.step()) {
    say(log, claims.integer(0),
        fmt::format("it is being merged into segment {}, which nothing writes", claims.integer(1)));
  }
  Statement idle = connection.prepare(kIdleMerges);
  while (idle.step()) say(log, idle.integer(0), "nothing is merged into it");
  Statement twice = connection.prepare(kTwice);
  while (twice.step()) {
    say(log, twice.integer(0), "it cannot be whole, being written and left over at once");
  }
}

// What was written of a merge so far has to be what was read for it.
void check_progress(const Connection& connection, const IndexUpkeep::Merge& merge,
                    IntegrityLog& log) {
  const Segment merged = merged_segment(connection, merge.sources, merge.progress.id);
  if (merge.progress.next_bucket > merged.layout.buckets()) {
    return say(log, merged.id, "its merge has gone further than there are blocks");
  }
  SegmentReader reader(connection, merged);
  PostingTotal total;
  std::vector<StoredPosting> block;
  for (std::uint32_t bucket = 0; bucket < merge.progress.next_bucket; ++bucket) {
    if (!reader.read(bucket, block)) {
      return say(log, merged.id, fmt::format("block {} is missing or cannot be read", bucket));
    }
    for (const StoredPosting& stored : block) {
      total.add(stored.posting, stored.result, merged.first_game);
    }
  }
  if (total == merge.progress.total) return;
  say(log, merged.id,
      fmt::format("the {} postings that were merged into it so far are not those that were read",
                  total.count));
}

// Goes from segment to segment, not from block to block.
void check_owners(const Connection& connection, IntegrityLog& log) {
  std::map<std::int64_t, std::int64_t> blocks;  // that a segment has, by its number
  Statement owners =
      connection.prepare(has_subtracted_segments(connection) ? kOwners : kOwnersOfVersion1);
  while (owners.step()) {
    std::int64_t& count = blocks[owners.integer(0)];
    count = std::max(count, owners.integer(1));
  }
  Statement next = connection.prepare(kNextBlock);
  constexpr std::int64_t kAll = std::int64_t{1} << kMaxBucketBits;
  for (std::int64_t from = kLeast; next.bind(1, from).step() && !next.is_null(0);) {
    const std::int64_t row = next.integer(0);
    const std::int64_t segment = row >> kMaxBucketBits;
    const auto owner = blocks.find(segment);
    const std::int64_t count =
        owner == blocks.end() ? 0 : std::clamp<std::int64_t>(owner->second, 0, kAll);
    const bool is_owned = row % kAll < count && row >= 0;
    if (!is_owned) say(log, segment, fmt::format("block {} belongs to nothing", row & (kAll - 1)));
    const std::int64_t last = is_owned ? segment * kAll + count - 1 : row | (kAll - 1);
    if (last == kMost) return;
    from = last + 1;
  }
}

}  // namespace

void check_merges(const Connection& connection, IntegrityLog& log) {
  if (has_subtracted_segments(connection)) {
    check_rows(connection, log);
    for (const IndexUpkeep::Merge& merge : IndexUpkeep(connection).begun_merges()) {
      check_progress(connection, merge, log);
    }
  }
  check_owners(connection, log);
}

}  // namespace arbiter::sqlite
