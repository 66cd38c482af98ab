#include <algorithm>
#include <limits>

#include "db/sqlite/index/index_upkeep.h"
#include "db/sqlite/index/position_index.h"
#include "db/sqlite/index/posting_block.h"
#include "db/sqlite/index/segment_merge.h"
#include "db/sqlite/index/segment_writer.h"
#include "lib/base/threads.h"

namespace arbiter::sqlite {
namespace {

constexpr const char* kLeaveSubtracted =
    "INSERT INTO remains (id) SELECT id FROM segment WHERE is_subtracted;"
    "DELETE FROM segment WHERE is_subtracted";

// So many blocks are made, by all threads, and then written.
constexpr std::uint32_t kBlocksAtOnce = 64;

// What one thread makes of some buckets.
struct Worker {
  BlockMaker maker;
  BucketSorter sorter;
};

}  // namespace

PositionIndexWriter::PositionIndexWriter(const Connection& connection) : connection_(connection) {}

void PositionIndexWriter::add_segment(std::span<const Posting> postings, GameId first,
                                      std::span<const GameFacts> facts, unsigned jobs) {
  write_segment({.kind = SegmentKind::Games, .first_game = first}, postings, facts, jobs);
}

void PositionIndexWriter::subtract(std::span<const Posting> postings, GameId first,
                                   std::span<const GameFacts> facts, unsigned jobs) {
  write_segment({.kind = SegmentKind::Subtracted, .first_game = first}, postings, facts, jobs);
}

void PositionIndexWriter::write_segment(Segment segment, std::span<const Posting> postings,
                                        std::span<const GameFacts> facts, unsigned jobs) {
  segment.id = new_segment_id(connection_);
  segment.games = facts.size();
  segment.layout = layout_for(postings.size(), facts.size());
  buckets_.fill(postings, segment.layout, jobs);
  std::vector<Worker> workers(jobs, Worker{.maker = BlockMaker(segment, facts), .sorter = {}});
  std::vector<std::vector<std::uint8_t>> blocks(kBlocksAtOnce);
  SegmentWriter writer(connection_, segment);
  const std::uint32_t end = segment.layout.buckets();
  for (std::uint32_t begin = 0; begin < end; begin += kBlocksAtOnce) {
    const std::uint32_t count = std::min(kBlocksAtOnce, end - begin);
    run_parallel(std::min(jobs, count), [&](unsigned job) {
      auto& [maker, sorter] = workers[job];
      for (std::uint32_t i = job; i < count; i += jobs) {
        maker.make(sorter.first_occurrences(buckets_.bucket(begin + i), segment.layout), blocks[i]);
      }
    });
    for (std::uint32_t i = 0; i < count; ++i) writer.add(blocks[i]);
  }
  PostingTotal total;
  for (const Worker& worker : workers) total.add(worker.maker.total());
  writer.finish(total);
}

void PositionIndexWriter::merge_all(ColumnReader& columns) {
  IndexUpkeep upkeep(connection_);
  upkeep.abandon_merges();
  upkeep.remove_remains();
  const std::vector<Segment> sources = SegmentList(connection_).read();
  if (sources.empty() || is_one_segment(connection_, sources)) return;
  remove_subtracted();
  merge(sources, columns);
}

void PositionIndexWriter::drop_deleted(const Segment& segment, ColumnReader& columns) {
  merge({&segment, 1}, columns);
}

void PositionIndexWriter::merge(std::span<const Segment> sources, ColumnReader& columns) {
  SegmentMerge merge(connection_, columns, sources, MergeMode::Drop,
                     {.id = new_segment_id(connection_), .next_bucket = 0, .total = {}});
  merge.advance(std::numeric_limits<std::uint64_t>::max());
  merge.finish();
}

void PositionIndexWriter::remove_subtracted() {
  connection_.execute(kLeaveSubtracted);
  IndexUpkeep(connection_).remove_remains();
}

void PositionIndexWriter::clear() {
  connection_.execute(
      "DELETE FROM segment; DELETE FROM posting_block; DELETE FROM merge; DELETE FROM remains");
}

}  // namespace arbiter::sqlite
