#include "db/sqlite/index/segment.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <tuple>

#include "db/model/damage.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {
namespace {

// The maximum bytes of a posting of a group: LEB128 of 32 bits, 2, LEB128 of 14 bits.
constexpr std::size_t kMaxPostingBytes = 5 + 2 + 2;

// Writes eight bytes, of which `size` are used; the buffer always has space for them.
std::uint8_t* put_fixed(std::uint64_t value, unsigned size, std::uint8_t* at) {
  std::memcpy(at, &value, sizeof value);
  return at + size;
}

std::uint8_t* put_number(std::uint64_t number, std::uint8_t* at) {
  for (; number >= 128; number >>= 7) *at++ = static_cast<std::uint8_t>(number | 128);
  *at++ = static_cast<std::uint8_t>(number);
  return at;
}

std::size_t group_end(std::span<const Posting> postings, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < postings.size() && postings[end].key == postings[begin].key) ++end;
  return end;
}

CountedSums sums_of(std::span<const Posting> group, std::span<const GameFacts> facts) {
  CountedSums sums;
  for (const Posting& posting : group) sums.add(posting.next, facts[posting.game]);
  return sums;
}

void put_offset(std::uint8_t* block, std::size_t index, std::size_t offset) {
  const auto value = static_cast<std::uint32_t>(offset);
  std::memcpy(block + index * kOffsetBytes, &value, kOffsetBytes);
}

constexpr std::string_view kReadSegments =
    "SELECT id, level, first_game, games, 0, postings, bucket_bits, game_bytes, checksum, sums,"
    " is_subtracted, merge FROM segment ORDER BY first_game, id";
constexpr std::string_view kReadOldSegments =
    "SELECT id, level, first_game, games, deleted, postings, bucket_bits, game_bytes, checksum, 1,"
    " 0, 0 FROM segment ORDER BY first_game, id";

// Greater than every valid small number of a row; replaces larger numbers.
constexpr unsigned kMaxLevels = 64;

// The limit of segment numbers: more segments would take 2^39 bytes.
constexpr std::int64_t kMaxId = std::int64_t{1} << 39;

unsigned small_number(const Statement& row, int column) {
  return static_cast<unsigned>(
      std::min(static_cast<std::uint64_t>(row.integer(column)), std::uint64_t{kMaxLevels}));
}

std::uint64_t count_at(const Statement& row, int column) {
  return static_cast<std::uint64_t>(row.integer(column));
}

// Returns the first game that the next segment of the kind can have.
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

// Returns whether the two columns of enumerations have known values.
bool are_words(const Statement& row) {
  const std::int64_t sums = row.integer(9);
  const std::int64_t kind = row.integer(10);
  return (sums == 1 || sums == 2) && (kind == 0 || kind == 1);
}

// Returns whether the file is large enough for the row of the segment.
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

constexpr unsigned kMinBits = 17;  // the bits of the limit of class 0
constexpr unsigned kBitsPerClass = 3;

unsigned class_of(const Segment& segment) { return size_class(segment.postings); }

// Returns what to merge among neighbours of class `size` and below.
std::span<const Segment> merge_of_class(std::span<const Segment> run, unsigned size) {
  const auto is_of_class = [size](const Segment& segment) { return class_of(segment) == size; };
  const auto first = std::ranges::find_if(run, is_of_class);
  if (first == run.end()) return {};
  if (std::ranges::count_if(run, is_of_class) >= static_cast<std::ptrdiff_t>(kSegmentsPerMerge)) {
    auto end = run.end();
    while (!is_of_class(*(end - 1))) --end;
    return {first, end};
  }
  // Smaller segments before one of the class are merged into it.
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

BlockWriter::BlockWriter(const BlockLayout& layout, std::span<const GameFacts> facts)
    : layout_(layout), facts_(facts) {
  results_.reserve(facts.size());
  for (const GameFacts& game : facts) results_.push_back(number_of(game.result));
}

void BlockWriter::write(std::span<const Posting> postings, std::vector<std::uint8_t>& bytes) {
  const std::size_t start = bytes.size();
  // Reserves the bytes of all groups without their sums.
  bytes.resize(start + kOffsetsBytes + postings.size() * kMaxHeadBytes);
  std::size_t size = kOffsetsBytes;
  std::size_t sub_bucket = 0;
  for (std::size_t begin = 0; begin < postings.size();) {
    const auto group = postings.subspan(begin, group_end(postings, begin) - begin);
    begin += group.size();
    const std::size_t mine = layout_.sub_bucket_of(group.front().key);
    for (; sub_bucket <= mine; ++sub_bucket) put_offset(bytes.data() + start, sub_bucket, size);
    if (group.size() > 1) bytes.resize(bytes.size() + make_body(group));
    std::uint8_t* at = bytes.data() + start + size;
    size += (group.size() == 1 ? put_single(group.front(), at) : put_many(group, at)) - at;
  }
  for (; sub_bucket <= kSubBuckets; ++sub_bucket)
    put_offset(bytes.data() + start, sub_bucket, size);
  bytes.resize(start + size);
}

std::uint8_t* BlockWriter::put_single(const Posting& posting, std::uint8_t* at) const {
  at = put_fixed(layout_.rest_of(posting.key) << 1, layout_.rest_bytes(), at);
  return put_posting(posting, put_fixed(posting.game, layout_.game_bytes, at));
}

// Precondition: make_body(group) was called.
std::uint8_t* BlockWriter::put_many(std::span<const Posting> group, std::uint8_t* at) const {
  at = put_fixed(layout_.rest_of(group.front().key) << 1 | 1, layout_.rest_bytes(), at);
  at = put_number(std::uint64_t{body_.size()} << 1 | (group.size() >= kSumsFrom ? 1 : 0), at);
  std::memcpy(at, body_.data(), body_.size());
  return at + body_.size();
}

// Writes the sums, if any, and the postings into the body. Returns the bytes of the sums.
std::size_t BlockWriter::make_body(std::span<const Posting> group) {
  body_.clear();
  if (group.size() >= kSumsFrom) {
    std::vector<std::uint8_t> sums;
    append_sums(sums_of(group, facts_), sums);
    append_leb128(sums.size(), body_);
    body_.insert(body_.end(), sums.begin(), sums.end());
  }
  const std::size_t sums_size = body_.size();
  body_.resize(sums_size + group.size() * kMaxPostingBytes + sizeof(std::uint64_t));
  std::uint8_t* at = body_.data() + sums_size;
  std::uint32_t game = 0;
  for (const Posting& posting : group) {
    assert(posting.game >= game);
    at = put_posting(posting, put_number(posting.game - game, at));
    game = posting.game;
  }
  body_.resize(static_cast<std::size_t>(at - body_.data()));
  return sums_size;
}

// Writes move, result and ply.
std::uint8_t* BlockWriter::put_posting(const Posting& posting, std::uint8_t* at) const {
  const unsigned bits =
      posting_move(posting.next) | results_[posting.game] << 12U | (posting.ply & 3U) << 14;
  return put_number(posting.ply >> 2, put_fixed(bits, 2, at));
}

std::optional<SubBucketPlace> read_place(std::span<const std::uint8_t, 2 * kOffsetBytes> offsets,
                                         std::size_t block_size) {
  ByteCursor cursor(offsets);
  const std::uint64_t begin = cursor.fixed(kOffsetBytes);
  const std::uint64_t end = cursor.fixed(kOffsetBytes);
  if (begin < kOffsetsBytes || begin > end || end > block_size) return std::nullopt;
  return SubBucketPlace{static_cast<std::size_t>(begin), static_cast<std::size_t>(end)};
}

GroupHead read_head(ByteCursor& cursor, const BlockLayout& layout) {
  GroupHead head;
  const std::uint64_t key = cursor.fixed(layout.rest_bytes());
  head.rest = key >> 1;
  head.is_single = (key & 1) == 0;
  if (head.rest >> layout.rest_bits() != 0) cursor.fail();
  if (head.is_single) {
    ByteCursor ahead = cursor;
    ahead.take(layout.game_bytes + 2);
    ahead.number();
    head.size = ahead.is_sound() ? cursor.left() - ahead.left() : cursor.fail();
  } else {
    const std::uint64_t size = cursor.number();
    head.has_sums = (size & 1) != 0;
    head.size = size >> 1;
  }
  return head;
}

bool read_block(std::span<const std::uint8_t> block, const BlockLayout& layout,
                std::uint32_t bucket, std::vector<StoredPosting>& postings) {
  return for_each_group(block, layout, bucket,
                        [&](PositionKey key, const GroupHead& head, const auto& body) {
                          GroupCursor group(head, body, layout);
                          StoredPosting stored;
                          stored.posting.key = key;
                          while (group.next(stored)) postings.push_back(stored);
                          return group.is_sound();
                        });
}

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
  // The numbers of its blocks are greater still.
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
                segment_.layout.game_bytes, total.checksum.value(),
                segment_.kind == SegmentKind::Subtracted ? 1 : 0)
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
