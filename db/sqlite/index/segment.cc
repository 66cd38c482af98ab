#include "db/sqlite/index/segment.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <tuple>

#include "db/model/damage.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kReadSegments =
    "SELECT id, level, first_game, games, 0, postings, bucket_bits, game_bytes, checksum, sums,"
    " is_subtracted, merge FROM segment ORDER BY first_game, id";
constexpr std::string_view kReadOldSegments =
    "SELECT id, level, first_game, games, deleted, postings, bucket_bits, game_bytes, checksum, 1,"
    " 0, 0 FROM segment ORDER BY first_game, id";

// The limit of small_number(), which exceeds all valid small numbers. Larger numbers in a row
// become this one.
constexpr unsigned kMaxLevels = 64;

// The limit of segment numbers, because more segments would take 2^39 bytes.
constexpr std::int64_t kMaxId = std::int64_t{1} << 39;

unsigned small_number(const Statement& row, int column) {
  return static_cast<unsigned>(
      std::min(static_cast<std::uint64_t>(row.integer(column)), std::uint64_t{kMaxLevels}));
}

std::uint64_t count_at(const Statement& row, int column) {
  return static_cast<std::uint64_t>(row.integer(column));
}

// Returns the first game that the next segment of the same kind can have.
std::uint64_t end_of(const Segment& segment) {
  if (segment.kind == SegmentKind::Subtracted) return 0;
  return static_cast<std::uint64_t>(number_of(segment.first_game)) + segment.games;
}

BlockLayout layout_at(const Statement& row) {
  const auto form = static_cast<BlockForm>(row.integer(9));
  const bool is_packed = form == BlockForm::Packed;
  return {.bucket_bits = small_number(row, 6),
          .game_bits = is_packed ? game_bits_of(count_at(row, 3)) : 8 * small_number(row, 7),
          .form = form};
}

Segment segment_at(const Statement& row) {
  return {.id = row.integer(0),
          .kind = row.integer(10) == 0 ? SegmentKind::Games : SegmentKind::Subtracted,
          .level = small_number(row, 1),
          .first_game = GameId{row.integer(2)},
          .games = count_at(row, 3),
          .deleted = count_at(row, 4),
          .postings = count_at(row, 5),
          .layout = layout_at(row),
          .checksum = count_at(row, 8),
          .merge = row.integer(11)};
}

// Returns whether the two enumeration columns have known values, and the size of game numbers
// matches `layout`.
bool are_sound(const Statement& row, const BlockLayout& layout) {
  const std::int64_t form = row.integer(9);
  const std::int64_t kind = row.integer(10);
  return form >= static_cast<std::int64_t>(BlockForm::YearRanges) &&
         form <= static_cast<std::int64_t>(BlockForm::Packed) && (kind == 0 || kind == 1) &&
         small_number(row, 7) == layout.game_bytes();
}

// Returns whether the file is large enough for the segment.
bool is_possible(const Segment& segment, std::uint64_t end_before, const Connection& connection) {
  const auto max_games = static_cast<std::uint64_t>(max_game(connection));
  const auto first = static_cast<std::uint64_t>(number_of(segment.first_game));
  return segment.id > 0 && segment.id < kMaxId && number_of(segment.first_game) > 0 &&
         first >= end_before && first <= max_games && segment.games <= max_games &&
         segment.deleted <= segment.games && segment.postings <= connection.bytes() &&
         segment.merge >= 0 && segment.merge < kMaxId && segment.level < kMaxLevels &&
         segment.layout.bucket_bits <= kMaxBucketBits && segment.layout.game_bytes() >= 1 &&
         segment.layout.game_bytes() <= 4;
}

constexpr unsigned kMinBits = 17;  // bits of the limit of class 0
constexpr unsigned kBitsPerClass = 3;

unsigned class_of(const Segment& segment) { return size_class(segment.postings); }

// Returns the adjacent segments in class `size` or lower that should be merged.
std::span<const Segment> merge_of_class(std::span<const Segment> run, unsigned size) {
  const auto is_of_class = [size](const Segment& segment) { return class_of(segment) == size; };
  const auto first = std::ranges::find_if(run, is_of_class);
  if (first == run.end()) return {};
  if (std::ranges::count_if(run, is_of_class) >= static_cast<std::ptrdiff_t>(kSegmentsPerMerge)) {
    auto end = run.end();
    while (!is_of_class(*(end - 1))) --end;
    return {first, end};
  }
  // Smaller segments that precede one of the class are merged into it.
  for (auto begin = run.begin(); begin != run.end(); ++begin) {
    if (is_of_class(*begin)) continue;
    const auto larger = std::find_if(begin, run.end(), is_of_class);
    if (larger == run.end()) return {};
    return {begin, larger + 1};
  }
  return {};
}

constexpr std::string_view kLastSegment =
    "SELECT max(coalesce((SELECT max(id) FROM segment), 0),"
    " coalesce((SELECT max(id) FROM merge), 0), coalesce((SELECT max(id) FROM remains), 0))";
constexpr std::string_view kAddBlock = "INSERT INTO posting_block (id, data) VALUES (?1, ?2)";
constexpr std::string_view kAddSegment =
    "INSERT INTO segment (id, level, first_game, games, postings, bucket_bits, game_bytes,"
    " checksum, sums, is_subtracted, merge) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0)";

constexpr std::string_view kReadBlock = "SELECT data FROM posting_block WHERE id = ?1";

}  // namespace

PostingTotal game_total(std::span<Posting> postings, Outcome result, GameId game) {
  std::ranges::sort(postings, [](const Posting& a, const Posting& b) {
    return std::tie(a.key, a.ply) < std::tie(b.key, b.ply);
  });
  PostingTotal total;
  const Posting* before = nullptr;
  for (const Posting& posting : postings) {
    if (before == nullptr || before->key != posting.key) total.add(posting, result, game);
    before = &posting;
  }
  return total;
}

bool has_subtracted_segments(const Connection& connection) {
  return connection.integer("PRAGMA user_version") > 1;
}

std::vector<Segment> read_segments(const Connection& connection, SegmentKind kind) {
  std::vector<Segment> segments;
  std::uint64_t end = 0;
  Statement query =
      connection.prepare(has_subtracted_segments(connection) ? kReadSegments : kReadOldSegments);
  while (query.step()) {
    const Segment segment = segment_at(query);
    if (segment.kind != kind) continue;
    if (!is_possible(segment, end, connection) || !are_sound(query, segment.layout))
      fail_at_segment(connection, segment, "its row is invalid");
    end = end_of(segment);
    segments.push_back(segment);
  }
  return segments;
}

void check_ends(const Connection& connection, std::span<const Segment> segments) {
  const auto last = static_cast<std::uint64_t>(last_game(connection));
  for (const Segment& segment : segments) {
    const std::uint64_t end =
        static_cast<std::uint64_t>(number_of(segment.first_game)) + segment.games;
    if (end <= last + 1) continue;
    fail_at_segment(connection, segment,
                    fmt::format("it covers games up to {}, but the last one is {}", end - 1, last));
  }
}

bool is_one_segment(const Connection& connection, std::span<const Segment> segments) {
  return segments.size() == 1 && segments.front().layout.is_packed() &&
         read_segments(connection, SegmentKind::Subtracted).empty();
}

void fail_at_segment(const Connection& connection, const Segment& segment, std::string_view what) {
  throw DamageError(connection.path(),
                    fmt::format("segment {} of the position index: {}", segment.id, what),
                    "the games are not affected; `arbiter compact` rebuilds the index");
}

void fail_at_block(const Connection& connection, const Segment& segment, std::uint32_t bucket) {
  fail_at_segment(connection, segment,
                  fmt::format("block {} is missing or cannot be read", bucket));
}

unsigned size_class(std::uint64_t postings) {
  const auto bits = static_cast<unsigned>(std::bit_width(postings));
  return bits <= kMinBits ? 0 : (bits - kMinBits - 1) / kBitsPerClass + 1;
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

void BlockMaker::make(std::span<const Posting> postings, std::vector<std::uint8_t>& block) {
  for (const Posting& posting : postings) {
    total_.add(posting, facts_[posting.game].result, first_game_);
  }
  block.clear();
  writer_.write(postings, block);
}

std::int64_t new_segment_id(const Connection& connection) {
  // The maximum segment number, because the numbers of its blocks are even larger.
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max() >> kMaxBucketBits;
  const std::int64_t last = connection.integer(kLastSegment);
  if (last < 0 || last >= kMax) {
    fail_at_segment(connection, Segment{.id = last}, "its row is invalid");
  }
  return last + 1;
}

SegmentWriter::SegmentWriter(const Connection& connection, const Segment& segment,
                             std::uint32_t next_bucket)
    : connection_(connection),
      segment_(segment),
      insert_(connection.prepare(kAddBlock)),
      next_bucket_(next_bucket) {}

void SegmentWriter::add(std::span<const std::uint8_t> block) {
  insert_.bind_all(block_row(segment_, next_bucket_), block).run();
  ++next_bucket_;
}

void SegmentWriter::finish(const PostingTotal& total) {
  assert(next_bucket_ == segment_.layout.buckets());
  connection_.prepare(kAddSegment)
      .bind_all(segment_.id, size_class(total.count), number_of(segment_.first_game),
                segment_.games, total.count, segment_.layout.bucket_bits,
                segment_.layout.game_bytes(), total.checksum.value(),
                static_cast<std::int64_t>(segment_.layout.form),
                segment_.kind == SegmentKind::Subtracted ? 1 : 0)
      .run();
}

SegmentReader::SegmentReader(const Connection& connection, const Segment& segment)
    : connection_(connection), segment_(segment), query_(connection.prepare(kReadBlock)) {}

bool SegmentReader::read(std::uint32_t bucket, std::vector<StoredPosting>& postings) {
  postings.clear();
  if (!query_.bind(1, block_row(segment_, bucket)).step()) return false;
  const bool is_sound =
      read_block(query_.blob(0), segment_.layout, bucket, segment_.postings, postings);
  query_.reset();
  return is_sound && std::ranges::all_of(postings, [this](const StoredPosting& stored) {
           return stored.posting.game < segment_.games;
         });
}

bool SegmentReader::next(std::vector<StoredPosting>& postings) {
  if (next_bucket_ == segment_.layout.buckets()) return false;
  if (!read(next_bucket_, postings)) fail_at_block(connection_, segment_, next_bucket_);
  ++next_bucket_;
  return true;
}

}  // namespace arbiter::sqlite
