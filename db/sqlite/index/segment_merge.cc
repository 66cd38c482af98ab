#include "db/sqlite/index/segment_merge.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "db/model/posting.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kRemoveBlock = "DELETE FROM posting_block WHERE id = ?1";
constexpr std::string_view kRemoveSegment = "DELETE FROM segment WHERE id = ?1";

// Returns the first key of the next bucket.
std::optional<PositionKey> end_of(std::uint32_t bucket, const BlockLayout& layout) {
  if (bucket + 1 == layout.buckets()) return std::nullopt;
  return layout.key_of(bucket + 1, 0, 0);
}

std::int64_t end_game_of(const Segment& segment) {
  return number_of(segment.first_game) + static_cast<std::int64_t>(segment.games);
}

// The games of the new segment.
struct Games {
  // Reads the facts of the games, with one chunk of the columns in memory.
  Games(ColumnReader& columns, const Segment& merged, MergeMode mode) : first(merged.first_game) {
    facts.reserve(merged.games);
    is_gone.reserve(merged.games);
    std::optional<GameFactsReader> reader;
    for (std::uint64_t i = 0; i < merged.games; ++i) {
      const GameId game{number_of(first) + static_cast<std::int64_t>(i)};
      if (!reader || place_in_chunk(game) == 0) {
        columns.forget();
        reader.emplace(columns);
      }
      facts.push_back(reader->has(game) ? reader->facts(game) : GameFacts());
      is_gone.push_back(mode != MergeMode::Keep && reader->is_deleted(game));
    }
    columns.forget();
  }

  GameId first;
  std::vector<GameFacts> facts;  // starting at `first`
  std::vector<bool> is_gone;     // true if the postings of the game are omitted
};

// The maximum capacity that is kept after a bucket. The bucket of the initial position has a
// posting for nearly every game; others have some thousands.
constexpr std::size_t kMaxKept = std::size_t{1} << 16;

void empty(auto& vector) {
  if (vector.size() > kMaxKept) vector = {};
  vector.clear();
}

// A source that is read once, starting at a key.
class MergeSource {
 public:
  MergeSource(const Connection& connection, const Segment& segment, MergeMode mode)
      : reader_(connection, segment),
        remove_block_(connection.prepare(kRemoveBlock)),
        mode_(mode) {}

  void skip_to(PositionKey key) {
    bucket_ = reader_.segment().layout.bucket_of(key);
    reader_.go_to(bucket_);
    while (next_ != block_.size() || read_block()) {
      while (next_ != block_.size() && block_[next_].posting.key < key) ++next_;
      if (next_ != block_.size()) return;
    }
  }

  // Appends the unread postings with keys less than `limit` (nothing means all). Adds these and the
  // omitted postings to `read`.
  void take(std::optional<PositionKey> limit, const Games& games, PostingTotal& read,
            std::vector<Posting>& postings) {
    const GameId first = reader_.segment().first_game;
    const auto offset = static_cast<std::uint32_t>(number_of(first) - number_of(games.first));
    while (next_ != block_.size() || read_block()) {
      for (; next_ != block_.size(); ++next_) {
        const StoredPosting& stored = block_[next_];
        if (limit && stored.posting.key >= *limit) return drop_read();
        read.add(stored.posting, stored.result, first);
        Posting posting = stored.posting;
        posting.game += offset;
        if (!games.is_gone[posting.game]) postings.push_back(posting);
      }
    }
  }

 private:
  // Frees the memory of a large group, while other sources are read.
  void drop_read() {
    if (next_ <= kMaxKept) return;
    block_ = {block_.begin() + static_cast<std::ptrdiff_t>(next_), block_.end()};
    next_ = 0;
  }

  bool read_block() {
    next_ = 0;
    empty(block_);
    if (!reader_.next(block_)) return block_.clear(), false;
    if (mode_ == MergeMode::Drop) {
      remove_block_.bind(1, block_row(reader_.segment(), bucket_)).run();
    }
    ++bucket_;
    return true;
  }

  SegmentReader reader_;
  Statement remove_block_;
  MergeMode mode_;
  std::vector<StoredPosting> block_;
  std::size_t next_ = 0;  // index in block_
  std::uint32_t bucket_ = 0;
};

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

// The condition for blocks of an older form, which have a different number of offsets before the
// first sub-bucket.
constexpr std::string_view kIsOfOlderForm =
    "SELECT EXISTS (SELECT 1 FROM merge JOIN posting_block ON posting_block.id = merge.id << 24"
    " WHERE next_bucket > 0 AND substr(data, 1, 4) <> x'04040000')";
static_assert(kMaxBucketBits == 24 && offsets_bytes(BlockLayout()) == 0x0404);

constexpr std::string_view kLeave = "INSERT INTO remains (id) VALUES (?1)";
constexpr std::string_view kRemains =
    "SELECT id, id IN (SELECT id FROM segment UNION ALL SELECT id FROM merge) FROM remains"
    " ORDER BY id LIMIT 1";
constexpr std::string_view kForget = "DELETE FROM remains WHERE id = ?1";
constexpr std::string_view kRemoveBlocks =
    "DELETE FROM posting_block WHERE id IN"
    " (SELECT id FROM posting_block WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT ?3)";

// The cost of removing a block, in merged postings.
constexpr std::uint64_t kPostingsPerBlock = 2048;

constexpr std::uint64_t kEverything = std::numeric_limits<std::uint64_t>::max();

}  // namespace

Segment merged_segment(const Connection& connection, std::span<const Segment> sources,
                       MergeMode mode, std::int64_t id) {
  check_ends(connection, sources);
  Segment merged;
  merged.id = id;
  merged.kind = sources.front().kind;
  merged.first_game = sources.front().first_game;
  std::int64_t end = 0;
  for (const Segment& source : sources) {
    merged.first_game = std::min(merged.first_game, source.first_game);
    end = std::max(end, end_game_of(source));
    merged.postings += source.postings;
  }
  merged.games = static_cast<std::uint64_t>(end - number_of(merged.first_game));
  merged.layout = layout_for(merged.postings, merged.games,
                             mode == MergeMode::Keep ? kBlockPostings : kCompactBlockPostings);
  return merged;
}

struct SegmentMerge::Work {
  Work(const Connection& connection, const Segment& merged, const MergeProgress& progress,
       Games known)
      : games(std::move(known)),
        writer(connection, merged, progress.next_bucket),
        maker(merged, games.facts) {}

  Games games;
  std::vector<MergeSource> readers;
  SegmentWriter writer;
  BlockMaker maker;
  BucketSorter sorter;
  std::vector<Posting> postings;
  std::vector<std::uint8_t> block;
};

SegmentMerge::SegmentMerge(MergeFiles files, ColumnReader& columns,
                           std::span<const Segment> sources, MergeMode mode,
                           const MergeProgress& progress)
    : files_(files),
      sources_(sources.begin(), sources.end()),
      mode_(mode),
      progress_(progress),
      merged_(merged_segment(files.from, sources, mode, progress.id)),
      work_(std::make_unique<Work>(files.to, merged_, progress, Games(columns, merged_, mode))) {
  if (progress.next_bucket > merged_.layout.buckets()) {
    fail_at_segment(files.from, merged_, "its merge is past the last block");
  }
  const bool is_begun = progress.next_bucket > 0 && progress.next_bucket < merged_.layout.buckets();
  for (const Segment& source : sources_) {
    MergeSource& reader = work_->readers.emplace_back(files.from, source, mode);
    if (is_begun) reader.skip_to(merged_.layout.key_of(progress.next_bucket, 0, 0));
  }
}

SegmentMerge::~SegmentMerge() = default;

bool SegmentMerge::advance(std::uint64_t most) {
  const std::uint64_t before = progress_.total.count;
  while (progress_.next_bucket < merged_.layout.buckets() &&
         progress_.total.count - before < most) {
    write_bucket();
  }
  return progress_.next_bucket == merged_.layout.buckets();
}

void SegmentMerge::write_bucket() {
  const auto limit = end_of(progress_.next_bucket, merged_.layout);
  empty(work_->postings);
  // Untouched pages use no memory, but a growing vector temporarily needs twice its memory.
  work_->postings.reserve(merged_.games + kMaxKept);
  for (MergeSource& reader : work_->readers) {
    reader.take(limit, work_->games, progress_.total, work_->postings);
  }
  std::span<const Posting> sorted = work_->postings;
  if (sorted.size() > kMaxKept) {
    sort_in_place(work_->postings);
  } else {
    sorted = work_->sorter.sorted(sorted, merged_.layout);
  }
  work_->maker.make(sorted, work_->block);
  work_->writer.add(work_->block);
  ++progress_.next_bucket;
}

void SegmentMerge::finish() {
  PostingTotal expected;
  for (const Segment& source : sources_) {
    expected.add({source.postings, PostingChecksum(source.checksum)});
  }
  if (progress_.total != expected) {
    fail_at_segment(files_.from, sources_.front(),
                    "its postings, or those of a segment merged with it, differ from those "
                    "that were written");
  }
  if (mode_ != MergeMode::Copy) {
    Statement remove = files_.from.prepare(kRemoveSegment);
    for (const Segment& source : sources_) remove.bind(1, source.id).run();
  }
  work_->writer.finish(mode_ == MergeMode::Keep ? progress_.total : work_->maker.total());
}

// Returns the segments to merge next. Segments of deleted games are sorted by size class instead of
// by games.
std::vector<Segment> IndexUpkeep::next_sources() {
  std::vector<Segment> sources = next_merge(read_segments(connection_, SegmentKind::Games));
  if (!sources.empty()) return sources;
  std::vector<Segment> subtracted = read_segments(connection_, SegmentKind::Subtracted);
  std::ranges::stable_sort(subtracted, std::greater(),
                           [](const Segment& segment) { return size_class(segment.postings); });
  return next_merge(subtracted);
}

bool IndexUpkeep::is_due() {
  if (connection_.integer(kIsBegun) != 0) return true;
  return !next_sources().empty();
}

std::uint64_t IndexUpkeep::step(ColumnReader& columns, std::uint64_t most) {
  if (!running_ && has_older_merges()) abandon_merges();
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
    for (const Segment& source : sources) claim.bind_all(source.id, id).run();
  }
}

std::vector<IndexUpkeep::Merge> IndexUpkeep::begun_merges() {
  std::vector<Segment> segments = read_segments(connection_, SegmentKind::Games);
  std::ranges::copy(read_segments(connection_, SegmentKind::Subtracted),
                    std::back_inserter(segments));
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

// Returns the merge in memory. Another program may have continued the merge after the last step.
SegmentMerge& IndexUpkeep::merge_of(ColumnReader& columns, const Merge& what) {
  const bool is_same =
      running_ && running_->progress() == what.progress && sources_ == what.sources;
  if (!is_same) {
    running_.reset();
    running_.emplace(connection_, columns, what.sources, MergeMode::Keep, what.progress);
    sources_ = what.sources;
  }
  return *running_;
}

std::uint64_t IndexUpkeep::go_on(ColumnReader& columns, const Merge& what, std::uint64_t most) {
  SegmentMerge& merge = merge_of(columns, what);
  const bool is_done = merge.advance(most);
  const MergeProgress progress = merge.progress();
  if (is_done) {
    finish(merge, what);
    running_.reset();
  } else {
    connection_.prepare(kSave)
        .bind_all(progress.id, progress.next_bucket, progress.total.count,
                  progress.total.checksum.value())
        .run();
  }
  // Each source adds a small cost to the start of a step.
  return progress.total.count - what.progress.total.count + kPostingsPerBlock * what.sources.size();
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
      fail_at_segment(connection_, Segment{.id = id}, "it is in use, but marked as unused");
    }
    query.reset();
    const auto blocks = std::min<std::uint64_t>((most - done) / kPostingsPerBlock + 1,
                                                std::uint64_t{1} << kMaxBucketBits);
    const std::int64_t first = id << kMaxBucketBits;
    remove.bind_all(first, first | ((std::int64_t{1} << kMaxBucketBits) - 1), blocks).run();
    const auto removed = static_cast<std::uint64_t>(connection_.changes());
    if (removed < blocks) connection_.prepare(kForget).bind(1, id).run();
    done += removed * kPostingsPerBlock + 1;
  }
  return done;
}

bool IndexUpkeep::has_older_merges() { return connection_.integer(kIsOfOlderForm) != 0; }

void IndexUpkeep::abandon_merges() { connection_.execute(kAbandon); }

void IndexUpkeep::remove_remains() { remove_blocks(kEverything); }

}  // namespace arbiter::sqlite
