#include "db/sqlite/index/segment.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/model/damage.h"
#include "db/sqlite/games/file_limits.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kReadSegments =
    "SELECT id, level, first_game, games, 0, postings, bucket_bits, game_bytes, checksum, sums,"
    " is_subtracted, merge FROM segment ORDER BY first_game, id";
constexpr std::string_view kReadOldSegments =
    "SELECT id, level, first_game, games, deleted, postings, bucket_bits, game_bytes, checksum, 1,"
    " 0, 0 FROM segment ORDER BY first_game, id";

// More than any small number of a row: it stands for all that are too large.
constexpr unsigned kMostLevels = 64;

// A segment never has more: it would take 2^39 bytes.
constexpr std::int64_t kMostId = std::int64_t{1} << 39;

unsigned small_number(const Statement& row, int column) {
  return static_cast<unsigned>(
      std::min(static_cast<std::uint64_t>(row.integer(column)), std::uint64_t{kMostLevels}));
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

// What the file has room for.
struct Limits {
  explicit Limits(const Connection& connection)
      : games(static_cast<std::uint64_t>(most_games(connection))),
        postings(static_cast<std::uint64_t>(connection.integer("PRAGMA page_count") *
                                            connection.integer("PRAGMA page_size"))) {}

  std::uint64_t games, postings;
};

// Two columns have one word for each of their meanings.
bool are_words(const Statement& row) {
  const std::int64_t sums = row.integer(9);
  const std::int64_t kind = row.integer(10);
  return (sums == 1 || sums == 2) && (kind == 0 || kind == 1);
}

bool can_be(const Segment& segment, std::uint64_t end_before, const Limits& limits) {
  const auto first = static_cast<std::uint64_t>(number_of(segment.first_game));
  return segment.id > 0 && segment.id < kMostId && number_of(segment.first_game) > 0 &&
         first >= end_before && first <= limits.games && segment.games <= limits.games &&
         segment.deleted <= segment.games && segment.postings <= limits.postings &&
         segment.merge >= 0 && segment.merge < kMostId && segment.level < kMostLevels &&
         segment.layout.bucket_bits <= kMaxBucketBits && segment.layout.game_bytes >= 1 &&
         segment.layout.game_bytes <= 4;
}

}  // namespace

bool has_subtracted_segments(const Connection& connection) {
  return connection.integer("PRAGMA user_version") > 1;
}

SegmentList::SegmentList(const Connection& connection)
    : connection_(connection),
      query_(connection.prepare(has_subtracted_segments(connection) ? kReadSegments
                                                                    : kReadOldSegments)) {}

std::vector<Segment> SegmentList::read(SegmentKind kind) {
  std::vector<Segment> segments;
  const Limits limits(connection_);
  std::uint64_t end = 0;
  query_.reset();
  while (query_.step()) {
    const Segment segment = segment_at(query_);
    if (segment.kind != kind) continue;
    if (!can_be(segment, end, limits) || !are_words(query_))
      fail_at_segment(connection_, segment, "its row is invalid");
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
         SegmentList(connection).read(SegmentKind::Subtracted).empty();
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

}  // namespace arbiter::sqlite
