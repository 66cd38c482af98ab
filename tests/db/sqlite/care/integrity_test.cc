#include "db/sqlite/care/integrity.h"

#include <catch2/catch.hpp>

#include "db/model/column_values.h"
#include "db/model/stored_game.h"
#include "db/sqlite/care/compaction.h"
#include "db/sqlite/games/game_store.h"
#include "db/sqlite/index/index_writer.h"
#include "db/sqlite/index/position_index.h"
#include "tests/db/care_database.h"
#include "tests/db/sample_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using testing::care_database;
using testing::faults_of;
using Faults = std::vector<std::string>;

bool has_fault(const Faults& faults, const std::string& part) {
  for (const std::string& fault : faults) {
    if (fault.find(part) != std::string::npos) return true;
  }
  return false;
}

// Rebuilds the index from postings modified by `change`.
template <class Change>
void write_index(const Database& database, Change change) {
  std::vector<Posting> postings;
  std::vector<GameFacts> facts;
  GameReplay replay(std::nullopt);
  GameRows rows(database.connection());
  for (GameRow row; rows.next(row);) {
    facts.push_back({.result = outcome_of(static_cast<unsigned>(row.columns[GameColumn::Result])),
                     .white_elo = static_cast<std::uint16_t>(row.columns[GameColumn::WhiteElo]),
                     .black_elo = static_cast<std::uint16_t>(row.columns[GameColumn::BlackElo]),
                     .year = static_cast<std::uint16_t>(row.columns[GameColumn::Date] / 10000)});
    if ((row.flags() & kUnchecked) != 0 || !replay.run(row.start, row.moves)) continue;
    for (Posting posting : replay.postings()) {
      posting.game = static_cast<std::uint32_t>(facts.size() - 1);
      postings.push_back(posting);
    }
  }
  change(postings, facts);
  Transaction transaction(database.connection());
  PositionIndexWriter writer(database.connection());
  writer.clear();
  writer.add_segment({.first_game = GameId{1}}, postings, facts, 1);
  transaction.commit();
}

}  // namespace

TEST_CASE("a newly imported database is sound") {
  const std::size_t more = GENERATE(0, 300, 1200);
  const auto database = care_database(more);
  CHECK(faults_of(*database) == Faults());
  testing::delete_numbers(*database, {1, 3, 4});
  CHECK(faults_of(*database) == Faults());
}

TEST_CASE("a database whose index has only the first plies is sound") {
  const auto database = testing::empty_database();
  database->set_index_plies(3);
  testing::import_text(*database, testing::games_of_all_kinds());
  CHECK(faults_of(*database) == Faults());
}

TEST_CASE("an empty database is sound") {
  CHECK(faults_of(*testing::empty_database()) == Faults());
}

TEST_CASE("changes made outside of Arbiter are reported") {
  struct Change {
    const char* sql;
    const char* fault;
  };
  const Change change = GENERATE(
      Change{"UPDATE game SET white = 9999 WHERE id = 3", "names 3: it refers to player 9999"},
      Change{"UPDATE game SET black = 9998 WHERE id = 3", "names 3: it refers to player 9998"},
      Change{"UPDATE game SET event = 9999 WHERE id = 3", "names 3: it refers to event 9999"},
      Change{"DELETE FROM site", "names 1: it refers to site 1"},
      Change{"UPDATE game SET plies = 9 WHERE id = 1", "games 1: its row has 9 half-moves"},
      Change{"UPDATE game SET moves = zeroblob(9) WHERE id = 1",
             "games 1: half-move 1 is not legal"},
      Change{"UPDATE game SET moves = x'00' WHERE id = 4", "games 4: it has moves"},
      Change{"UPDATE game SET start = '8/8' WHERE id = 2", "games 2: its initial position"},
      Change{"UPDATE game SET eco = 501 WHERE id = 2", "games 2: 501 is not an ECO code"},
      Change{"UPDATE game SET date = 20201301 WHERE id = 2", "games 2: 20201301 is not a date"},
      Change{"UPDATE game SET flags = 64 WHERE id = 2", "games 2: it has flags 64"},
      Change{"DELETE FROM source", "games 2: it is from source 1"},
      Change{"UPDATE game SET result = 3 WHERE id = 1",
             "columns 1: column Result has 1, but the game has 3"},
      Change{
          "UPDATE game SET result = 3 WHERE id = 1",
          "index 1: its initial position is indexed with the result 1-0, but the game has 1/2-1/2"},
      Change{"UPDATE game SET white_elo = 2500 WHERE id = 2", "columns 2: column WhiteElo has 0"},
      Change{"DELETE FROM game WHERE id = 2", "columns 2: the columns contain this game"},
      Change{"DELETE FROM game WHERE id = 2", "index -: segment 1: it has postings of 1 games"},
      Change{"UPDATE fact SET data = x'00' WHERE id = 4",
             "columns -: the column Date of games 1 to 16384, row 4"},
      Change{"DELETE FROM fact WHERE id = 13",
             "columns -: the column MovesHash of games 1 to 16384, row 13"},
      Change{"UPDATE player SET folded = 'x' WHERE id = 1", "columns -: player 1"},
      Change{"DELETE FROM game_text", "texts 1: its text is missing"},
      Change{"UPDATE game_text SET data = substr(data, 1, 20)", "texts -: the texts of game 1"},
      Change{"UPDATE game SET flags = 0 WHERE id = 1", "texts 1: it has unexpected movetext"},
      Change{"UPDATE game SET flags = 4 WHERE id = 5", "texts 5: its movetext is missing"},
      Change{"INSERT INTO finding (game, ply, kind) VALUES (77, 0, 1)",
             "findings 77: it has findings"},
      Change{"DELETE FROM finding_kind", "findings 3: it has a finding of kind"},
      Change{"DELETE FROM posting_block", "index -: segment 1: block 0 is missing"},
      Change{"UPDATE posting_block SET data = substr(data, 1, 1040)", "block 0 cannot be read"},
      Change{"UPDATE segment SET checksum = checksum + 1", "index -: segment 1: its "},
      Change{"DELETE FROM segment", "index 1: no segment of the index contains it"},
      Change{"UPDATE finding SET ply = ply + 200", "findings 2: it has a finding at half-move 200"},
      Change{"UPDATE finding SET ply = x'00'", "file -: finding: 10 rows"},
      Change{"UPDATE game SET line = 0 WHERE id = 2", "games 2: it is at byte"},
      Change{"UPDATE game SET offset = 99999 WHERE id = 2", "games 2: it is at byte 99999"},
      Change{"UPDATE game SET round = x'00' WHERE id = 2", "games 2: a value of its row"},
      Change{"UPDATE segment SET level = -1", "index -: segment 1 of the position index"},
      Change{"UPDATE segment SET level = x'00'", "segment: 1 row"},
      Change{"UPDATE segment SET is_subtracted = 1",
             "sums 1: it is not deleted, but positions of it are subtracted"},
      Change{"UPDATE segment SET games = 100000000", "index -: segment 1 of the position index"},
      Change{"UPDATE segment SET games = games + 1",
             "index -: segment 1 of the position index: it "
             "covers games up to 6, but the last one is 5"},
      Change{"UPDATE fact SET id = 9223372036854775807 WHERE id = 3", "belongs to no game"},
      Change{"UPDATE player SET id = 4294967295 WHERE id = 1", "player 4294967295: its number"},
      Change{"UPDATE segment SET level = 1", "index -: segment 1: its size class is 1"},
      Change{"UPDATE segment SET sums = 4", "index -: segment 1 of the position index"},
      Change{"UPDATE segment SET is_subtracted = 2", "index -: segment 1 of the position index"},
      Change{"UPDATE segment SET merge = -1", "index -: segment 1 of the position index"},
      Change{"UPDATE segment SET merge = 77",
             "index -: segment 1: it is being merged into segment 77, but no merge writes that"},
      Change{"INSERT INTO merge VALUES (77, 0, 0, 0)", "segment 77: no segment is merged into it"},
      Change{"INSERT INTO merge VALUES (77, 0, 5, 0); UPDATE segment SET merge = 77",
             "segment 77: the 0 postings merged into it so far"},
      Change{"INSERT INTO merge VALUES (77, 99, 5, 0); UPDATE segment SET merge = 77",
             "segment 77: its merge is past the last block"},
      Change{"INSERT INTO merge VALUES (77, 1, 5, 0); UPDATE segment SET merge = 77",
             "segment 77: block 0 is missing"},
      Change{"INSERT INTO remains VALUES (1)", "index -: segment 1: it is marked both"},
      Change{"INSERT INTO posting_block VALUES (1 << 24 | 1, x'00')",
             "index -: segment 1: block 1 belongs to no segment"},
      Change{"INSERT INTO posting_block VALUES (-5, x'00'), (9223372036854775807, x'00')",
             "index -: segment 549755813887: block 16777215 belongs to no segment"},
      Change{"UPDATE game SET round = '77' WHERE id = 2", "games 1 to 5: a round or a place"},
      Change{"UPDATE game SET round = NULL WHERE id = 2", "games 1 to 5: a round or a place"},
      Change{"UPDATE game SET offset = offset + 1 WHERE id = 2", "games 1 to 5: a round"},
      Change{"UPDATE source SET done_offset = done_offset + 1",
             "file -: source 1: its read position"},
      Change{"UPDATE source SET done_games = 3", "file -: source 1: its read position"},
      Change{"UPDATE source SET done_offset = -1 - 9223372036854775807",
             "file -: the row of source 1"},
      Change{"UPDATE source SET bytes = -1", "file -: the row of source 1"},
      Change{"UPDATE source SET is_finished = 2", "file -: the row of source 1"},
      Change{"UPDATE source SET is_forgotten = 2",
             "file -: source 1: its column is_forgotten is 2, neither 0 nor 1"},
      Change{"UPDATE source SET is_forgotten = 1", "it is from source 1, which is forgotten"},
      Change{"UPDATE finding_kind SET severity = 'none'", "has no known severity"},
      Change{"CREATE TRIGGER t BEFORE DELETE ON game BEGIN SELECT 1; END",
             "file -: the trigger 't' is not Arbiter's"},
      Change{"CREATE TABLE x (a)", "file -: the table 'x' is not Arbiter's"},
      Change{"DROP VIEW games; CREATE VIEW games AS SELECT 1", "file -: the view 'games' has been"},
      Change{"DROP VIEW openings", "file -: the view 'openings' is missing"},
      Change{"UPDATE segment SET bucket_bits = 99", "index -: segment 1 of the position index"},
      Change{"UPDATE game SET flags = 5 WHERE id = 1",
             "sums 1: it is deleted, but not all of its positions are subtracted"});
  CAPTURE(change.sql);
  const auto database = care_database();
  database->connection().execute(change.sql);
  const Faults faults = faults_of(*database);
  CAPTURE(faults);
  CHECK(has_fault(faults, change.fault));
}

TEST_CASE("a contradiction between deleted games and subtracted sums is reported") {
  struct Change {
    const char* sql;
    const char* fault;
  };
  const Change change =
      GENERATE(Change{"UPDATE game SET flags = flags & ~1 WHERE id = 2",
                      "sums 2: it is not deleted, but positions of it are subtracted"},
               Change{"DELETE FROM segment WHERE is_subtracted",
                      "sums 2: it is deleted, but not all of its positions are subtracted"},
               Change{"UPDATE segment SET first_game = 1 WHERE is_subtracted",
                      "sums 1: it is not deleted, but positions of it are subtracted"});
  CAPTURE(change.sql);
  const auto database = care_database();
  REQUIRE(testing::delete_numbers(*database, {2}) == 1);
  REQUIRE(faults_of(*database) == Faults());
  database->connection().execute(change.sql);
  const Faults faults = faults_of(*database);
  CAPTURE(faults);
  CHECK(has_fault(faults, change.fault));
}

TEST_CASE("a posting that does not match its game is reported with its place") {
  struct Change {
    void (*change)(Posting& posting);
    const char* fault;
  };
  const Change change = GENERATE(
      Change{[](Posting& posting) { posting.next = 0; },
             "index 2: the position after half-move 3 is indexed with a different next move"},
      Change{[](Posting& posting) { posting.ply = 60; },
             "index 2: the position after half-move 3 is not indexed"},
      Change{[](Posting& posting) { posting.game = 2; },
             "index 2: the position after half-move 3 is not indexed"},
      Change{[](Posting& posting) { posting.game = 2; }, "index 3: "},
      Change{[](Posting& posting) { posting.key = PositionKey{77ULL << 32}; },
             "index 2: the position after half-move 3 is indexed under the key 0000004d0000"});
  CAPTURE(change.fault);
  const auto database = care_database();
  write_index(*database, [&](std::vector<Posting>& postings, std::vector<GameFacts>&) {
    for (Posting& posting : postings) {
      if (posting.game == 1 && posting.ply == 3) change.change(posting);
    }
  });
  const Faults faults = faults_of(*database);
  CAPTURE(faults);
  CHECK(has_fault(faults, change.fault));
  CHECK(faults.size() <= 2);
  compact_database(*database, {.derived = Derived::Rebuild});
  CHECK(faults_of(*database) == Faults());
}

TEST_CASE("stored sums are recomputed") {
  const auto database = care_database(400);
  write_index(*database, [](std::vector<Posting>&, std::vector<GameFacts>&) {});
  CHECK(faults_of(*database) == Faults());
  write_index(*database, [](std::vector<Posting>&, std::vector<GameFacts>& facts) {
    facts[40].white_elo = 2999;
  });
  const Faults faults = faults_of(*database);
  REQUIRE_FALSE(faults.empty());
  CHECK_THAT(faults.front(), Contains("sums -: segment 1: the sums of a position in "));
  CHECK_THAT(faults.front(), Contains("its initial position of game 1"));
}

TEST_CASE("only the first of many games missing from the index are reported") {
  const auto database = care_database(60);
  write_index(*database, [](std::vector<Posting>& postings, std::vector<GameFacts>&) {
    std::erase_if(postings, [](const Posting& posting) { return posting.ply == 2; });
  });
  const Faults faults = faults_of(*database);
  CHECK(faults.size() == 11);
  CHECK_THAT(faults.back(), Contains("more games are indexed wrongly"));
}

}  // namespace arbiter::testing
