#include "db/index/segment_merge.h"

#include <algorithm>

#include "db/games/game_facts.h"
#include "db/index/posting_order.h"
#include "db/index/segment_reader.h"
#include "db/index/segment_writer.h"

namespace arbiter::db::index {
namespace {

constexpr std::string_view kRemoveBlock = "DELETE FROM posting_block WHERE id = ?1";
constexpr std::string_view kRemoveSegment = "DELETE FROM segment WHERE id = ?1";

// What the new segment knows of its games.
struct Games {
  GameId first{};
  std::vector<GameFacts> facts;  // from `first` on
  std::vector<bool> is_deleted;
};

Games read_games(ColumnReader& facts, std::span<const Segment> sources) {
  Games games{.first = sources.front().first_game, .facts = {}, .is_deleted = {}};
  const Segment& last = sources.back();
  const std::int64_t end = number_of(last.first_game) + static_cast<std::int64_t>(last.games);
  GameFactsReader reader(facts);
  for (std::int64_t number = number_of(games.first); number < end; ++number) {
    const GameId game{number};
    games.is_deleted.push_back(reader.is_deleted(game));
    games.facts.push_back(games.is_deleted.back() ? GameFacts() : reader.facts(game));
  }
  return games;
}

// A segment that is read to its end, once, and removed on the way.
class MergeSource {
 public:
  MergeSource(const Connection& connection, const Segment& segment, const Games& games)
      : connection_(connection),
        reader_(connection, segment),
        games_(games),
        remove_block_(connection.prepare(kRemoveBlock)) {}

  // Appends the postings whose keys are below `limit`, and still unread; nothing: all.
  void take(std::optional<PositionKey> limit, std::vector<Posting>& postings) {
    while (next_ != block_.size() || read_block()) {
      for (; next_ != block_.size(); ++next_) {
        const StoredPosting& stored = block_[next_];
        if (limit && stored.posting.key >= *limit) return;
        take(stored, postings);
      }
    }
  }

  // Returns what all that was taken comes to. Precondition: nothing is left.
  PostingTotal finish() {
    const Segment& segment = reader_.segment();
    if (read_.checksum.value() != segment.checksum || read_.count != segment.postings) {
      fail_at_segment(connection_, segment, "its postings are not those that were written");
    }
    connection_.prepare(kRemoveSegment).bind(1, segment.id).run();
    PostingTotal taken = read_;
    taken.subtract(gone_);
    return taken;
  }

 private:
  bool read_block() {
    next_ = 0;
    if (!reader_.next(block_)) return block_.clear(), false;
    const Segment& segment = reader_.segment();
    for (const auto& [posting, result] : block_) read_.add(posting, result, segment.first_game);
    remove_block_.bind(1, block_row(segment, bucket_++)).run();
    return true;
  }

  void take(const StoredPosting& stored, std::vector<Posting>& postings) {
    const GameId first = reader_.segment().first_game;
    Posting posting = stored.posting;
    posting.game += static_cast<std::uint32_t>(number_of(first) - number_of(games_.first));
    if (games_.is_deleted[posting.game]) {
      gone_.add(stored.posting, stored.result, first);
    } else {
      postings.push_back(posting);
    }
  }

  const Connection& connection_;
  SegmentReader reader_;
  const Games& games_;
  Statement remove_block_;
  std::vector<StoredPosting> block_;
  std::size_t next_ = 0;  // in block_
  std::uint32_t bucket_ = 0;
  PostingTotal read_;
  PostingTotal gone_;  // of deleted games
};

// Where the bucket after this one begins.
std::optional<PositionKey> end_of(std::uint32_t bucket, const BlockLayout& layout) {
  if (bucket + 1 == layout.buckets()) return std::nullopt;
  return layout.key_of(bucket + 1, 0, 0);
}

}  // namespace

void SegmentMerge::run(std::span<const Segment> sources, unsigned level) {
  const Games games = read_games(columns_, sources);
  std::vector<MergeSource> readers;
  std::uint64_t most = 0;
  for (const Segment& source : sources) {
    readers.emplace_back(connection_, source, games);
    most += source.postings;
  }
  const Segment merged{.level = level,
                       .first_game = games.first,
                       .games = games.facts.size(),
                       .layout = layout_for(most, games.facts.size())};
  SegmentWriter writer(connection_, merged);
  BlockWriter blocks(merged.layout, games.facts);
  BucketSorter sorter;
  std::vector<Posting> postings;
  std::vector<std::uint8_t> block;
  for (std::uint32_t bucket = 0; bucket < merged.layout.buckets(); ++bucket) {
    postings.clear();
    for (MergeSource& reader : readers) reader.take(end_of(bucket, merged.layout), postings);
    block.clear();
    blocks.write(sorter.sorted(postings, merged.layout), block);
    writer.add(block);
  }
  PostingTotal total;
  for (MergeSource& reader : readers) total.add(reader.finish());
  writer.finish(total);
}

}  // namespace arbiter::db::index
