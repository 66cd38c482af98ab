#include <algorithm>
#include <catch2/catch.hpp>

#include "db/sqlite/index/index_writer.h"
#include "db/sqlite/index/segment.h"
#include "lib/base/result.h"
#include "tests/db/indexed_games.h"
#include "tests/db/random_postings.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using testing::IndexedGames;

std::vector<std::uint8_t> block_at(const Connection& connection, std::int64_t row) {
  Statement query = connection.prepare("SELECT data FROM posting_block WHERE id = ?1");
  REQUIRE(query.bind(1, row).step());
  const auto block = query.blob(0);
  return {block.begin(), block.end()};
}

void replace_block(const Connection& connection, std::int64_t row,
                   std::span<const std::uint8_t> block) {
  connection.prepare("UPDATE posting_block SET data = ?2 WHERE id = ?1")
      .bind(1, row)
      .bind(2, block)
      .run();
}

// Runs every query for every position, each of which must return a result or throw an IoError.
// Returns the number of IoErrors.
std::size_t query_everything(const IndexedGames& games) {
  PositionIndex index(games.connection());
  ColumnReader facts(games.connection());
  std::size_t errors = 0;
  for (const auto& [name, known] : games.positions()) {
    try {
      index.hits(known.key);
      index.sums(known.key, facts);
      index.sums(known.key, facts).all_games();
    } catch (const IoError&) {
      ++errors;
    }
  }
  return errors;
}

TEST_CASE("damaged blocks give wrong answers or IoErrors, and are not merged", "[index]") {
  IndexedGames games(21);
  games.add(300, 10);
  games.add(60, 10);
  const Segment segment = read_segments(games.connection()).front();
  const std::int64_t row = block_row(segment, 0);
  const std::vector<std::uint8_t> block = block_at(games.connection(), row);
  const std::size_t offsets = offsets_bytes(segment.layout);
  testing::RandomPostings random(4);
  std::size_t errors = 0;
  for (int run = 0; run < 25; ++run) {
    std::vector<std::uint8_t> damaged = block;
    for (std::uint64_t changes = 1 + random.below(40); changes > 0; --changes) {
      damaged[offsets + random.below(damaged.size() - offsets)] ^=
          static_cast<std::uint8_t>(1 + random.below(255));
    }
    replace_block(games.connection(), row, damaged);
    errors += query_everything(games);
    ColumnReader facts(games.connection());
    const Transaction never_committed(games.connection());
    PositionIndexWriter writer(games.connection());
    REQUIRE_THROWS_AS(writer.merge_all(facts), IoError);
  }
  REQUIRE(errors > 0);
  replace_block(games.connection(), row, block);
  REQUIRE(query_everything(games) == 0);
}

TEST_CASE("a segment of games that never existed gives no answers", "[index]") {
  const auto change =
      GENERATE(as<std::string>{}, "first_game = first_game + 5000", "games = games + 1");
  CAPTURE(change);
  IndexedGames games(27);
  games.add(20, 10);
  REQUIRE(query_everything(games) == 0);
  games.connection().execute(("UPDATE segment SET " + change).c_str());
  CHECK(query_everything(games) == games.positions().size());
}

TEST_CASE("the message about a damaged index contains the place and a remedy", "[index]") {
  IndexedGames games(22);
  games.add(20, 10);
  const std::int64_t row = block_row(read_segments(games.connection()).front(), 0);
  SECTION("an empty block") { replace_block(games.connection(), row, {}); }
  SECTION("offsets past the end") {
    std::vector<std::uint8_t> block = block_at(games.connection(), row);
    std::fill_n(block.begin(), offsets_bytes(BlockLayout()), std::uint8_t{255});
    replace_block(games.connection(), row, block);
  }
  SECTION("a missing block") { games.connection().execute("DELETE FROM posting_block"); }
  PositionIndex index(games.connection());
  REQUIRE_THROWS_WITH(index.hits(Position().key()),
                      Contains(":memory:: it is damaged (segment 1 of the position index: block 0"
                               " is missing or cannot be read)") &&
                          Contains("`arbiter compact`"));
}

TEST_CASE("a segment with an invalid row is rejected", "[index]") {
  const char* const change = GENERATE("bucket_bits = 25", "bucket_bits = -1", "game_bytes = 0",
                                      "game_bytes = 5", "first_game = 0", "games = -1");
  CAPTURE(change);
  IndexedGames games(23);
  games.add(20, 10);
  games.connection().execute((std::string("UPDATE segment SET ") + change).c_str());
  PositionIndex index(games.connection());
  REQUIRE_THROWS_AS(index.hits(Position().key()), IoError);
}

TEST_CASE("a reader continues after a damaged block", "[index]") {
  IndexedGames games(24);
  games.add(2000, 40);
  const Segment segment = read_segments(games.connection()).front();
  REQUIRE(segment.layout.buckets() == 4);
  replace_block(games.connection(), block_row(segment, 1), {});
  SegmentReader reader(games.connection(), segment);
  std::vector<StoredPosting> postings;
  REQUIRE(reader.read(0, postings));
  REQUIRE_FALSE(reader.read(1, postings));
  REQUIRE(reader.read(2, postings));
  REQUIRE_FALSE(postings.empty());
  REQUIRE(reader.next(postings));
  REQUIRE_THROWS_AS(reader.next(postings), IoError);
}

TEST_CASE("an index that was cleared can be rebuilt", "[index]") {
  IndexedGames games(25);
  games.add(20, 10);
  replace_block(games.connection(), block_row(read_segments(games.connection()).front(), 0), {});
  PositionIndexWriter writer(games.connection());
  writer.clear();
  REQUIRE(query_everything(games) == 0);
  std::vector<Posting> postings;
  std::vector<GameFacts> facts;
  for (std::int64_t number = 1; number <= games.last_game(); ++number) {
    for (Posting posting : games.postings_of(GameId{number})) {
      posting.game = static_cast<std::uint32_t>(number - 1);
      postings.push_back(posting);
    }
    facts.push_back(games.facts_of(GameId{number}));
  }
  writer.add_segment({.first_game = GameId{1}}, postings, facts, 1);
  PositionIndex index(games.connection());
  for (const auto& [name, known] : games.positions()) {
    REQUIRE(index.hits(known.key) == known.hits);
  }
}

}  // namespace
}  // namespace arbiter::testing
