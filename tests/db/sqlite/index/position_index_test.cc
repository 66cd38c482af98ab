#include "db/sqlite/index/position_index.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "db/sqlite/index/index_writer.h"
#include "db/sqlite/index/segment.h"
#include "db/sqlite/index/segment_merge.h"
#include "lib/base/result.h"
#include "tests/db/indexed_games.h"
#include "tests/db/random_postings.h"
#include "tests/db/sample_games.h"
#include "tests/db/slow_block.h"
#include "tests/db/statement_log.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::IndexedGames;

// Deleted games are listed only while the index contains them.
enum class DeletedHits { Listed, Gone };

void check_answers(const IndexedGames& games, DeletedHits deleted) {
  const ReadSnapshot snapshot(games.connection());
  PositionIndex index(games.connection());
  ColumnReader facts(games.connection());
  for (const auto& [name, known] : games.positions()) {
    std::vector<Hit> expected = known.hits;
    if (deleted == DeletedHits::Gone) {
      std::erase_if(expected, [&](const Hit& hit) { return games.is_deleted(hit.game); });
    }
    const PositionSums sums = games.sums_of(known);
    const bool is_right = index.hits(known.key) == expected &&
                          index.sums(known.key, facts) == sums &&
                          index.sums(known.key, facts).all_games() == sums.all_games();
    if (!is_right) FAIL(name);
  }
  testing::RandomPostings random(1);
  for (int i = 0; i < 200; ++i) {
    const PositionKey key = random.key();
    REQUIRE(index.hits(key).empty());
    REQUIRE(index.sums(key, facts).moves().empty());
    REQUIRE(index.sums(key, facts).all_games() == 0);
  }
}

std::vector<Segment> segments_of(const IndexedGames& games) {
  return read_segments(games.connection());
}

PostingTotal total_of(const Connection& connection, const Segment& segment) {
  PostingTotal total;
  SegmentReader reader(connection, segment);
  std::vector<StoredPosting> postings;
  while (reader.next(postings)) {
    for (const auto& [posting, result] : postings) {
      total.checksum.add(posting, result, segment.first_game);
      ++total.count;
    }
  }
  return total;
}

TEST_CASE("an index without games has no answers", "[index]") {
  const IndexedGames games(1);
  check_answers(games, DeletedHits::Listed);
  REQUIRE_FALSE(IndexUpkeep(games.connection()).is_due());
}

TEST_CASE("every position of every batch is found in all its games", "[index]") {
  const unsigned jobs = GENERATE(1U, 3U);
  IndexedGames games(2, jobs);
  games.add(400, 30);
  games.add(1, 60);
  games.add(300, 0);
  games.add(300, 25);
  check_answers(games, DeletedHits::Listed);
  REQUIRE(segments_of(games).size() == 4);
}

TEST_CASE("sums are stored for frequent positions", "[index]") {
  IndexedGames games(3);
  games.add(300, 8);
  games.add(200, 8);
  PositionIndex index(games.connection());
  ColumnReader facts(games.connection());
  index.sums(Position().key(), facts);
  REQUIRE(index.cost().segments == 2);
  REQUIRE(index.cost().sums == 1);
  REQUIRE(index.cost().postings == 200);
}

PostingTotal total_of(const IndexedGames& games) {
  PostingTotal total;
  for (const Segment& segment : segments_of(games)) {
    total.add(total_of(games.connection(), segment));
  }
  return total;
}

// Returns the number of blocks that do not belong to a segment: of merges in progress, and of
// merged segments.
std::int64_t other_blocks(const IndexedGames& games) {
  return games.connection().integer(
      "SELECT count(*) FROM posting_block WHERE id >> 24 NOT IN (SELECT id FROM segment)");
}

TEST_CASE("merging changes no answer, in steps of any size", "[index]") {
  const std::uint64_t step = GENERATE(1U, 3000U, 1'000'000U);
  IndexedGames games(4);
  for (int batch = 0; batch < 17; ++batch) games.add(20 + 4 * static_cast<std::size_t>(batch), 12);
  const PostingTotal before = total_of(games);
  IndexUpkeep upkeep(games.connection());
  REQUIRE(upkeep.is_due());
  int steps = 0;
  for (; games.step(step); ++steps) {
    if (steps % 3 == 0) check_answers(games, DeletedHits::Listed);
  }
  REQUIRE(steps >= (step == 1 ? 2 : 1));
  REQUIRE_FALSE(upkeep.is_due());
  REQUIRE(other_blocks(games) == 0);
  REQUIRE(segments_of(games).size() == 1);
  REQUIRE(total_of(games) == before);
  games.add(10, 20);
  games.merge_all();
  REQUIRE(segments_of(games).size() == 1);
  check_answers(games, DeletedHits::Listed);

  const Segment merged = segments_of(games).front();
  REQUIRE(merged.first_game == GameId{1});
  REQUIRE(merged.games == static_cast<std::uint64_t>(games.last_game()));
  REQUIRE(merged.postings == total_of(games).count);
  REQUIRE(merged.checksum == total_of(games).checksum.value());
  REQUIRE(games.connection().integer("SELECT count(*) FROM posting_block") ==
          merged.layout.buckets());
  games.merge_all();
  REQUIRE(segments_of(games) == std::vector{merged});
}

// Writes the blocks of all segments in the older form without packing. No game is deleted.
void write_older_blocks(const IndexedGames& games) {
  const Connection& connection = games.connection();
  Statement replace = connection.prepare("UPDATE posting_block SET data = ?2 WHERE id = ?1");
  for (const Segment& segment : segments_of(games)) {
    std::vector<GameFacts> facts;
    for (std::uint64_t i = 0; i < segment.games; ++i) {
      const std::int64_t game = number_of(segment.first_game) + static_cast<std::int64_t>(i);
      facts.push_back(games.facts_of(GameId{game}));
    }
    const BlockLayout layout{.bucket_bits = segment.layout.bucket_bits,
                             .game_bits = 8 * segment.layout.game_bytes(),
                             .form = BlockForm::YearCounts};
    SegmentReader reader(connection, segment);
    for (std::uint32_t bucket = 0; bucket < layout.buckets(); ++bucket) {
      std::vector<StoredPosting> stored;
      REQUIRE(reader.next(stored));
      std::vector<Posting> postings;
      for (const StoredPosting& one : stored) postings.push_back(one.posting);
      const std::vector<std::uint8_t> block = slow_block(layout, postings, facts);
      replace.bind_all(block_row(segment, bucket), std::span<const std::uint8_t>(block)).run();
    }
  }
  connection.execute("UPDATE segment SET sums = 2");
}

bool are_packed(const std::vector<Segment>& segments) {
  return std::ranges::all_of(segments,
                             [](const Segment& segment) { return segment.layout.is_packed(); });
}

TEST_CASE("segments of an older version give the same answers, and are packed by merges",
          "[index]") {
  IndexedGames games(15);
  games.add(900, 40);
  games.add(300, 20);
  const PostingTotal before = total_of(games);
  write_older_blocks(games);
  REQUIRE_FALSE(are_packed(segments_of(games)));
  REQUIRE(total_of(games) == before);
  check_answers(games, DeletedHits::Listed);
  games.add(300, 25);
  games.erase({GameId{5}, GameId{950}, GameId{1300}});
  check_answers(games, DeletedHits::Listed);
  for (int batch = 0; batch < 6; ++batch) games.add(20, 10);
  while (games.step(3000)) check_answers(games, DeletedHits::Listed);
  games.merge_all();
  REQUIRE(segments_of(games).size() == 1);
  REQUIRE(are_packed(segments_of(games)));
  check_answers(games, DeletedHits::Gone);
}

TEST_CASE("a single segment of an older version is packed by a merge of all", "[index]") {
  IndexedGames games(16);
  games.add(700, 40);
  const PostingTotal before = total_of(games);
  write_older_blocks(games);
  games.merge_all();
  REQUIRE(segments_of(games).size() == 1);
  REQUIRE(are_packed(segments_of(games)));
  REQUIRE(total_of(games) == before);
  check_answers(games, DeletedHits::Listed);
}

TEST_CASE("a merge that an older version began is begun again", "[index]") {
  IndexedGames games(17);
  for (int batch = 0; batch < 8; ++batch) games.add(400, 25);
  write_older_blocks(games);
  REQUIRE(games.step(1));
  REQUIRE(other_blocks(games) > 0);
  // The offset of the first of 512 sub-buckets.
  games.connection().execute(
      "UPDATE posting_block SET data = x'04080000' || substr(data, 5)"
      " WHERE id >> 24 IN (SELECT id FROM merge)");
  while (games.step(10'000)) check_answers(games, DeletedHits::Listed);
  REQUIRE(other_blocks(games) == 0);
  REQUIRE(segments_of(games).size() == 1);
  REQUIRE(are_packed(segments_of(games)));
}

TEST_CASE("games added or deleted during a merge are in all answers", "[index]") {
  IndexedGames games(5);
  for (int batch = 0; batch < 8; ++batch) games.add(280, 30);
  for (std::int64_t next = 1; next < 2000; next += 197) {
    REQUIRE(games.step(1));
    games.add(3, 12);
    games.erase({GameId{next}, GameId{next + 5}, GameId{games.last_game()}});
    if (next % 2 == 1) check_answers(games, DeletedHits::Listed);
  }
  while (games.step(1)) {
  }
  REQUIRE(segments_of(games).size() < 8);
  check_answers(games, DeletedHits::Listed);
  games.merge_all();
  check_answers(games, DeletedHits::Gone);
  REQUIRE(read_segments(games.connection(), SegmentKind::Subtracted).empty());
  REQUIRE(other_blocks(games) == 0);
}

TEST_CASE("a merge that is abandoned changes nothing", "[index]") {
  IndexedGames games(6);
  for (int batch = 0; batch < 8; ++batch) games.add(400, 25);
  const std::vector<Segment> before = segments_of(games);
  REQUIRE(games.step(1));
  REQUIRE(other_blocks(games) > 0);
  IndexUpkeep upkeep(games.connection());
  upkeep.abandon_merges();
  upkeep.remove_remains();
  REQUIRE(segments_of(games) == before);
  REQUIRE(other_blocks(games) == 0);
  check_answers(games, DeletedHits::Listed);
}

TEST_CASE("deleted games leave the sums at once and the hits after the merges", "[index]") {
  IndexedGames games(6);
  for (int batch = 0; batch < 8; ++batch) games.add(batch == 2 ? 600 : 50, 20);
  games.erase(GameId{1});
  check_answers(games, DeletedHits::Listed);
  // All games of the second batch and some others, so many that sums are stored.
  std::vector<GameId> more;
  for (std::int64_t number = 51; number <= 101; ++number) more.push_back(GameId{number});
  for (std::int64_t number = 110; number <= games.last_game(); number += 2) {
    more.push_back(GameId{number});
  }
  games.erase(more);
  check_answers(games, DeletedHits::Listed);
  while (games.step()) check_answers(games, DeletedHits::Listed);
  REQUIRE(segments_of(games).size() == 1);
  games.merge_all();
  check_answers(games, DeletedHits::Gone);
  REQUIRE(read_segments(games.connection(), SegmentKind::Subtracted).empty());
}

TEST_CASE("after deletions frequent positions are still answered from stored sums", "[index]") {
  IndexedGames games(8);
  games.add(900, 8);
  for (std::int64_t number = 2; number <= 60; number += 7) games.erase(GameId{number});
  REQUIRE(read_segments(games.connection(), SegmentKind::Subtracted).size() == 9);
  while (games.step()) {
  }
  REQUIRE(read_segments(games.connection(), SegmentKind::Subtracted).size() == 1);
  PositionIndex index(games.connection());
  ColumnReader facts(games.connection());
  REQUIRE(index.sums(Position().key(), facts).all_games() == 891);
  REQUIRE(index.cost().sums == 1);
  REQUIRE(index.cost().postings == 9);
}

TEST_CASE("sums below those to subtract are an error", "[index]") {
  IndexedGames games(9);
  games.add(40, 8);
  games.erase(GameId{3});
  games.connection().execute("DELETE FROM segment WHERE NOT is_subtracted");
  PositionIndex index(games.connection());
  ColumnReader facts(games.connection());
  REQUIRE_THROWS_AS(index.sums(Position().key(), facts), IoError);
  REQUIRE_THROWS_AS(index.sums(Position().key(), facts).all_games(), IoError);
}

TEST_CASE("the replayed games give the checksum of their segment", "[index]") {
  IndexedGames games(7);
  games.add(120, 50);
  games.add(80, 30);
  for (const Segment& segment : segments_of(games)) {
    PostingTotal total;
    for (std::uint64_t i = 0; i < segment.games; ++i) {
      const GameId game{number_of(segment.first_game) + static_cast<std::int64_t>(i)};
      std::vector<Posting> postings = games.postings_of(game);
      total.add(game_total(postings, games.facts_of(game).result, game));
    }
    REQUIRE(total.count == segment.postings);
    REQUIRE(total.checksum.value() == segment.checksum);
    REQUIRE(total == total_of(games.connection(), segment));
  }
}

TEST_CASE("any other posting changes the checksum", "[index]") {
  const Posting posting{.key = PositionKey{0x1234567812345678}, .game = 4, .next = 99, .ply = 7};
  const auto value_of = [](const Posting& changed, Outcome result, std::int64_t first) {
    PostingChecksum checksum;
    checksum.add(changed, result, GameId{first});
    return checksum.value();
  };
  const std::uint64_t value = value_of(posting, Outcome::Draw, 10);
  Posting changed = posting;
  changed.key = PositionKey{0x1234567812355678};
  REQUIRE(value_of(changed, Outcome::Draw, 10) != value);
  changed = posting;
  changed.next = 98;
  REQUIRE(value_of(changed, Outcome::Draw, 10) != value);
  changed = posting;
  changed.ply = 8;
  REQUIRE(value_of(changed, Outcome::Draw, 10) != value);
  REQUIRE(value_of(posting, Outcome::Unknown, 10) != value);
  REQUIRE(value_of(posting, Outcome::Draw, 11) != value);
  changed = posting;
  changed.game = 5;
  REQUIRE(value_of(changed, Outcome::Draw, 9) == value);
}

// Returns ten moves, of a queen on a1 and another on a2.
std::uint16_t next_of(std::uint32_t game) {
  const Square from = square_at(game % 2 == 0 ? 0 : 8);
  return Move::normal(from, square_at(index_of(from) % 8 + 16 + 8 * static_cast<int>(game % 5)))
      .bits();
}

// A database with one position in a hundred thousand games, and neighbouring positions.
struct HotIndex {
  static constexpr std::uint32_t kGames = 100'000;
  static constexpr std::uint64_t kHot = 0x4242'4200'0000'0000;

  HotIndex()
      : database(testing::empty_database()), facts(testing::RandomPostings(8).facts(kGames)) {
    for (std::uint32_t game = 0; game < kGames; ++game) {
      postings.push_back({.key = PositionKey{kHot}, .game = game, .next = next_of(game), .ply = 0});
    }
    // Keys before and after kHot in the same sub-bucket.
    for (std::uint64_t i = 1; i <= 40; ++i) {
      const std::uint64_t step = i << 17;
      postings.push_back({.key = PositionKey{kHot + step}, .game = 3, .next = 9, .ply = 40});
      postings.push_back({.key = PositionKey{kHot - step}, .game = 5, .next = 9, .ply = 41});
    }
    testing::note_last_game(database->connection(), kGames);
    PositionIndexWriter(database->connection())
        .add_segment({.first_game = GameId{1}}, postings, facts, 2);
  }

  std::unique_ptr<Database> database;
  std::vector<GameFacts> facts;
  std::vector<Posting> postings;
};

TEST_CASE("a position in a hundred thousand games is listed, and summed without the list",
          "[index]") {
  const HotIndex hot;
  PositionIndex index(hot.database->connection());
  const std::vector<Hit> hits = index.hits(PositionKey{HotIndex::kHot});
  REQUIRE(hits.size() == HotIndex::kGames);
  PositionSums expected;
  for (std::uint32_t game = 0; game < HotIndex::kGames; ++game) {
    const Hit hit{.game = GameId{game + 1},
                  .ply = 0,
                  .next = next_of(game),
                  .result = hot.facts[game].result};
    if (hits[game] != hit) FAIL(game);
    expected.add(hit.next, hot.facts[game]);
  }
  ColumnReader facts(hot.database->connection());
  PositionIndex other(hot.database->connection());
  REQUIRE(other.sums(PositionKey{HotIndex::kHot}, facts) == expected);
  REQUIRE(other.sums(PositionKey{HotIndex::kHot}, facts).all_games() == HotIndex::kGames);
  REQUIRE(other.cost().bytes < 20'000);
  REQUIRE(other.cost().postings == 0);
}

TEST_CASE("the neighbours of a frequent position are found beyond it", "[index]") {
  const HotIndex hot;
  PositionIndex index(hot.database->connection());
  for (std::uint64_t i = 1; i <= 40; ++i) {
    for (const std::uint64_t key : {HotIndex::kHot + (i << 17), HotIndex::kHot - (i << 17)}) {
      REQUIRE(index.hits(PositionKey{key}).size() == 1);
      REQUIRE(index.hits(PositionKey{key + (1 << 16)}).empty());
    }
  }
  REQUIRE(index.cost().bytes < 160 * 3000);
}

TEST_CASE("queries and changes never read the whole index", "[index]") {
  IndexedGames games(9);
  const testing::StatementLog log(games.connection());
  for (int batch = 0; batch < 8; ++batch) games.add(20, 10);
  games.erase(GameId{5});
  while (games.step()) {
  }
  check_answers(games, DeletedHits::Listed);
  // A dozen segments are read completely. A snapshot first reads the schema.
  for (const std::string& line : testing::whole_readings(games.connection(), log)) {
    CAPTURE(line);
    REQUIRE((line == "SCAN segment" || line == "SCAN merge" || line == "SCAN sqlite_master" ||
             line == "SCAN remains" || line == "USE TEMP B-TREE FOR ORDER BY"));
  }
}

}  // namespace
}  // namespace arbiter::testing
