#include <algorithm>
#include <cassert>
#include <map>

#include "db/index/position_index.h"
#include "db/index/posting_block.h"
#include "db/index/segment_merge.h"
#include "db/index/segment_writer.h"
#include "lib/base/parallel.h"

namespace arbiter::db::index {
namespace {

constexpr std::string_view kNoteDeleted =
    "UPDATE segment SET deleted = deleted + 1"
    " WHERE first_game <= ?1 AND first_game + games > ?1";

constexpr std::size_t kSegmentsAMerge = 8;

// So many blocks are made, by all threads, and then written.
constexpr std::uint32_t kBlocksAtOnce = 64;

// What one thread makes of some buckets.
struct Worker {
  BlockMaker maker;
  BucketSorter sorter;
};

// The eight oldest segments of the lowest level that has so many; none if none has.
std::vector<Segment> mergeable(const std::vector<Segment>& segments) {
  std::map<unsigned, std::vector<Segment>> by_level;
  for (const Segment& segment : segments) {
    std::vector<Segment>& level = by_level[segment.level];
    if (level.size() < kSegmentsAMerge) level.push_back(segment);
  }
  for (auto& [level, members] : by_level) {
    if (members.size() == kSegmentsAMerge) return std::move(members);
  }
  return {};
}

}  // namespace

PositionIndexWriter::PositionIndexWriter(const Connection& connection) : connection_(connection) {}

void PositionIndexWriter::add_segment(std::span<const Posting> postings, GameId first,
                                      std::span<const GameFacts> facts, unsigned jobs) {
  const Segment segment{.first_game = first,
                        .games = facts.size(),
                        .layout = layout_for(postings.size(), facts.size())};
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

bool PositionIndexWriter::wants_merge() const {
  return !mergeable(SegmentList(connection_).read()).empty();
}

void PositionIndexWriter::merge(ColumnReader& columns) {
  const std::vector<Segment> sources = mergeable(SegmentList(connection_).read());
  assert(!sources.empty());
  SegmentMerge(connection_, columns).run(sources, sources.front().level + 1);
}

void PositionIndexWriter::merge_all(ColumnReader& columns) {
  const std::vector<Segment> sources = SegmentList(connection_).read();
  if (sources.empty()) return;
  if (sources.size() == 1 && sources.front().deleted == 0) return;
  const unsigned level = std::ranges::max(sources, {}, &Segment::level).level;
  SegmentMerge(connection_, columns).run(sources, sources.size() == 1 ? level : level + 1);
}

void PositionIndexWriter::clear() {
  connection_.execute("DELETE FROM segment; DELETE FROM posting_block");
}

void PositionIndexWriter::note_deleted(GameId game) {
  connection_.prepare(kNoteDeleted).bind(1, number_of(game)).run();
}

}  // namespace arbiter::db::index
