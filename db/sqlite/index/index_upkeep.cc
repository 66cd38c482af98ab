#include "db/sqlite/index/index_upkeep.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "db/model/posting.h"
#include "db/sqlite/index/merge_policy.h"
#include "db/sqlite/index/segment_writer.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kIsBegun =
    "SELECT EXISTS (SELECT 1 FROM merge) OR EXISTS (SELECT 1 FROM remains)";
constexpr std::string_view kBegin =
    "INSERT INTO merge (id, next_bucket, postings, checksum) VALUES (?1, 0, 0, 0)";
constexpr std::string_view kClaim = "UPDATE segment SET merge = ?2 WHERE id = ?1";
constexpr std::string_view kMerges = "SELECT id, next_bucket, postings, checksum FROM merge";
constexpr std::string_view kSave =
    "UPDATE merge SET next_bucket = ?2, postings = ?3, checksum = ?4 WHERE id = ?1";
constexpr std::string_view kEnd = "DELETE FROM merge WHERE id = ?1";
constexpr const char* kAbandon =
    "INSERT INTO remains (id) SELECT id FROM merge;"
    "DELETE FROM merge; UPDATE segment SET merge = 0 WHERE merge <> 0";

constexpr std::string_view kLeave = "INSERT INTO remains (id) VALUES (?1)";
constexpr std::string_view kRemains =
    "SELECT id, id IN (SELECT id FROM segment UNION ALL SELECT id FROM merge) FROM remains"
    " ORDER BY id LIMIT 1";
constexpr std::string_view kForget = "DELETE FROM remains WHERE id = ?1";
constexpr std::string_view kRemoveBlocks =
    "DELETE FROM posting_block WHERE id IN"
    " (SELECT id FROM posting_block WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT ?3)";

// What removing a block costs, in postings merged.
constexpr std::uint64_t kPostingsABlock = 2048;

constexpr std::uint64_t kEverything = std::numeric_limits<std::uint64_t>::max();

}  // namespace

IndexUpkeep::IndexUpkeep(const Connection& connection)
    : connection_(connection), segments_(connection) {}

// Segments of deleted games may be merged whatever their games are: they are taken by size.
std::vector<Segment> IndexUpkeep::next_sources() {
  std::vector<Segment> sources = next_merge(segments_.read(SegmentKind::Games));
  if (!sources.empty()) return sources;
  std::vector<Segment> subtracted = segments_.read(SegmentKind::Subtracted);
  std::ranges::stable_sort(subtracted, std::greater(),
                           [](const Segment& segment) { return size_class(segment.postings); });
  return next_merge(subtracted);
}

bool IndexUpkeep::is_due() {
  if (connection_.integer(kIsBegun) != 0) return true;
  return !next_sources().empty();
}

std::uint64_t IndexUpkeep::step(ColumnReader& columns, std::uint64_t most) {
  begin_merges();
  std::uint64_t done = remove_blocks(most);
  while (done < most) {
    const std::vector<Merge> merges = begun_merges();
    if (merges.empty()) break;
    done += go_on(columns, *std::ranges::min_element(merges, {}, &Merge::postings), most - done);
    begin_merges();
  }
  return done;
}

void IndexUpkeep::begin_merges() {
  for (std::vector<Segment> sources = next_sources(); !sources.empty(); sources = next_sources()) {
    const std::int64_t id = new_segment_id(connection_);
    connection_.prepare(kBegin).bind(1, id).run();
    Statement claim = connection_.prepare(kClaim);
    for (const Segment& source : sources) claim.bind(1, source.id).bind(2, id).run();
  }
}

std::vector<IndexUpkeep::Merge> IndexUpkeep::begun_merges() {
  std::vector<Segment> segments = segments_.read(SegmentKind::Games);
  std::ranges::copy(segments_.read(SegmentKind::Subtracted), std::back_inserter(segments));
  std::vector<Merge> merges;
  Statement query = connection_.prepare(kMerges);
  while (query.step()) {
    Merge& merge = merges.emplace_back();
    merge.progress = {.id = query.integer(0),
                      .next_bucket = static_cast<std::uint32_t>(query.integer(1)),
                      .total = {static_cast<std::uint64_t>(query.integer(2)),
                                PostingChecksum(static_cast<std::uint64_t>(query.integer(3)))}};
    for (const Segment& segment : segments) {
      if (segment.merge != merge.progress.id) continue;
      merge.sources.push_back(segment);
      merge.postings += segment.postings;
    }
    if (merge.sources.empty()) merges.pop_back();
  }
  return merges;
}

std::uint64_t IndexUpkeep::go_on(ColumnReader& columns, const Merge& what, std::uint64_t most) {
  SegmentMerge merge(connection_, columns, what.sources, MergeMode::Keep, what.progress);
  const bool is_done = merge.advance(most);
  const MergeProgress& progress = merge.progress();
  if (is_done) {
    finish(merge, what);
  } else {
    connection_.prepare(kSave)
        .bind(1, progress.id)
        .bind(2, progress.next_bucket)
        .bind(3, progress.total.count)
        .bind(4, progress.total.checksum.value())
        .run();
  }
  // Beginning a step costs a little for every source.
  return progress.total.count - what.progress.total.count + kPostingsABlock * what.sources.size();
}

void IndexUpkeep::finish(SegmentMerge& merge, const Merge& what) {
  merge.finish();
  connection_.prepare(kEnd).bind(1, what.progress.id).run();
  Statement leave = connection_.prepare(kLeave);
  for (const Segment& source : what.sources) leave.bind(1, source.id).run();
}

std::uint64_t IndexUpkeep::remove_blocks(std::uint64_t most) {
  Statement remove = connection_.prepare(kRemoveBlocks);
  std::uint64_t done = 0;
  while (done < most) {
    Statement query = connection_.prepare(kRemains);
    if (!query.step()) break;
    const std::int64_t id = query.integer(0);
    if (query.integer(1) != 0) {
      fail_at_segment(connection_, Segment{.id = id}, "it is in use, and said to be left over");
    }
    query.reset();
    const auto blocks = std::min<std::uint64_t>((most - done) / kPostingsABlock + 1,
                                                std::uint64_t{1} << kMaxBucketBits);
    const std::int64_t first = id << kMaxBucketBits;
    remove.bind(1, first)
        .bind(2, first | ((std::int64_t{1} << kMaxBucketBits) - 1))
        .bind(3, blocks)
        .run();
    const auto removed = static_cast<std::uint64_t>(connection_.changes());
    if (removed < blocks) connection_.prepare(kForget).bind(1, id).run();
    done += removed * kPostingsABlock + 1;
  }
  return done;
}

void IndexUpkeep::abandon_merges() { connection_.execute(kAbandon); }

void IndexUpkeep::remove_remains() { remove_blocks(kEverything); }

}  // namespace arbiter::sqlite
