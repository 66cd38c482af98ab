#include "db/index/segment.h"

#include <fmt/format.h>

#include "db/model/damage.h"

namespace arbiter::db::index {
namespace {

constexpr std::string_view kReadSegments =
    "SELECT id, level, first_game, games, deleted, postings, bucket_bits, game_bytes, checksum"
    " FROM segment ORDER BY first_game, id";

// A segment never has more: it would take 2^39 bytes.
constexpr std::int64_t kMostId = std::int64_t{1} << 39;

unsigned small_number(const Statement& row, int column) {
  return static_cast<unsigned>(row.integer(column));
}

std::uint64_t count_at(const Statement& row, int column) {
  return static_cast<std::uint64_t>(row.integer(column));
}

bool can_be(const Segment& segment, std::uint64_t end_before) {
  constexpr std::uint64_t kMostGames = std::uint64_t{1} << 32;
  return segment.id > 0 && segment.id < kMostId && number_of(segment.first_game) > 0 &&
         static_cast<std::uint64_t>(number_of(segment.first_game)) >= end_before &&
         segment.games <= kMostGames && segment.layout.bucket_bits <= kMaxBucketBits &&
         segment.layout.game_bytes >= 1 && segment.layout.game_bytes <= 4;
}

}  // namespace

SegmentList::SegmentList(const Connection& connection)
    : connection_(connection), query_(connection.prepare(kReadSegments)) {}

std::vector<Segment> SegmentList::read() {
  std::vector<Segment> segments;
  std::uint64_t end = 0;
  query_.reset();
  while (query_.step()) {
    const Segment segment{
        .id = query_.integer(0),
        .level = small_number(query_, 1),
        .first_game = GameId{query_.integer(2)},
        .games = count_at(query_, 3),
        .deleted = count_at(query_, 4),
        .postings = count_at(query_, 5),
        .layout = {.bucket_bits = small_number(query_, 6), .game_bytes = small_number(query_, 7)},
        .checksum = count_at(query_, 8)};
    if (!can_be(segment, end)) fail_at_segment(connection_, segment, "its row is invalid");
    end = static_cast<std::uint64_t>(number_of(segment.first_game)) + segment.games;
    segments.push_back(segment);
  }
  return segments;
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

}  // namespace arbiter::db::index
