#include "db/sqlite/index/segment.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

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

// More than any small number of a row: it stands for all that are too large.
constexpr unsigned kMaxLevels = 64;

// A segment never has more: it would take 2^39 bytes.
constexpr std::int64_t kMaxId = std::int64_t{1} << 39;

unsigned small_number(const Statement& row, int column) {
  return static_cast<unsigned>(
      std::min(static_cast<std::uint64_t>(row.integer(column)), std::uint64_t{kMaxLevels}));
}

std::uint64_t count_at(const Statement& row, int column) {
  return static_cast<std::uint64_t>(row.integer(column));
}

// Where no later segment of a kind can begin.
std::uint64_t end_of(const Segment& segment) {
  if (segment.kind == SegmentKind::Subtracted) return 0;
  return static_cast<std::uint64_t>(number_of(segment.first_game)) + segment.games;
}

Segment segment_at(const Statement& row) {
  return {.id = row.integer(0),
          .kind = row.integer(10) == 0 ? SegmentKind::Games : SegmentKind::Subtracted,
          .level = small_number(row, 1),
          .first_game = GameId{row.integer(2)},
          .games = count_at(row, 3),
          .deleted = count_at(row, 4),
          .postings = count_at(row, 5),
          .layout = {.bucket_bits = small_number(row, 6),
                     .game_bytes = small_number(row, 7),
                     .sums = row.integer(9) == 1 ? SumsForm::YearRange : SumsForm::YearCounts},
          .checksum = count_at(row, 8),
          .merge = row.integer(11)};
}

// Two columns have one word for each of their meanings.
bool are_words(const Statement& row) {
  const std::int64_t sums = row.integer(9);
  const std::int64_t kind = row.integer(10);
  return (sums == 1 || sums == 2) && (kind == 0 || kind == 1);
}

// Whether the file has room for what the row of the segment claims.
bool is_possible(const Segment& segment, std::uint64_t end_before, const Connection& connection) {
  const auto max_games = static_cast<std::uint64_t>(max_game(connection));
  const auto first = static_cast<std::uint64_t>(number_of(segment.first_game));
  return segment.id > 0 && segment.id < kMaxId && number_of(segment.first_game) > 0 &&
         first >= end_before && first <= max_games && segment.games <= max_games &&
         segment.deleted <= segment.games && segment.postings <= connection.bytes() &&
         segment.merge >= 0 && segment.merge < kMaxId && segment.level < kMaxLevels &&
         segment.layout.bucket_bits <= kMaxBucketBits && segment.layout.game_bytes >= 1 &&
         segment.layout.game_bytes <= 4;
}

constexpr unsigned kMinBits = 17;  // of what class 0 stays below
constexpr unsigned kBitsPerClass = 3;

unsigned class_of(const Segment& segment) { return size_class(segment.postings); }

// What to merge among neighbours that are not above `size`, the class of some of them.
std::span<const Segment> merge_of_class(std::span<const Segment> run, unsigned size) {
  const auto is_of_class = [size](const Segment& segment) { return class_of(segment) == size; };
  const auto first = std::ranges::find_if(run, is_of_class);
  if (first == run.end()) return {};
  if (std::ranges::count_if(run, is_of_class) >= static_cast<std::ptrdiff_t>(kSegmentsPerMerge)) {
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

constexpr std::string_view kLastSegment =
    "SELECT max(coalesce((SELECT max(id) FROM segment), 0),"
    " coalesce((SELECT max(id) FROM merge), 0), coalesce((SELECT max(id) FROM remains), 0))";
constexpr std::string_view kAddBlock = "INSERT INTO posting_block (id, data) VALUES (?1, ?2)";
constexpr std::string_view kAddSegment =
    "INSERT INTO segment (id, level, first_game, games, postings, bucket_bits, game_bytes,"
    " checksum, sums, is_subtracted, merge) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 2, ?9, 0)";

constexpr std::string_view kReadBlock = "SELECT data FROM posting_block WHERE id = ?1";

}  // namespace

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
    if (!is_possible(segment, end, connection) || !are_words(query))
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
                    fmt::format("it claims games up to {}, but the last one is {}", end - 1, last));
  }
}

bool is_one_segment(const Connection& connection, std::span<const Segment> segments) {
  return segments.size() == 1 && segments.front().layout.sums == SumsForm::YearCounts &&
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
  // Its blocks have greater numbers still.
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max() >> kMaxBucketBits;
  const std::int64_t last = connection.integer(kLastSegment);
  if (last < 0 || last >= kMax) {
    throw DamageError(connection.path(),
                      fmt::format("segment {} of the position index: its row is invalid", last),
                      "the games are not affected; `arbiter compact` rebuilds the index");
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
  insert_.bind(1, block_row(segment_, next_bucket_)).bind_blob(2, block).run();
  ++next_bucket_;
}

void SegmentWriter::finish(const PostingTotal& total) {
  assert(next_bucket_ == segment_.layout.buckets());
  connection_.prepare(kAddSegment)
      .bind(1, segment_.id)
      .bind(2, size_class(total.count))
      .bind(3, number_of(segment_.first_game))
      .bind(4, segment_.games)
      .bind(5, total.count)
      .bind(6, segment_.layout.bucket_bits)
      .bind(7, segment_.layout.game_bytes)
      .bind(8, total.checksum.value())
      .bind(9, segment_.kind == SegmentKind::Subtracted ? 1 : 0)
      .run();
}

SegmentReader::SegmentReader(const Connection& connection, const Segment& segment)
    : connection_(connection), segment_(segment), query_(connection.prepare(kReadBlock)) {}

bool SegmentReader::read(std::uint32_t bucket, std::vector<StoredPosting>& postings) {
  postings.clear();
  if (!query_.bind(1, block_row(segment_, bucket)).step()) return false;
  const bool is_sound = read_block(query_.blob(0), segment_.layout, bucket, postings);
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
