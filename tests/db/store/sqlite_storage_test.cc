#include "db/sqlite/sqlite_storage.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "db/model/filter_text.h"
#include "db/sqlite/games/sqlite_archive.h"
#include "lib/base/result.h"
#include "lib/notation/fen.h"
#include "tests/db/game_numbers.h"
#include "tests/db/sample_games.h"
#include "tests/db/statement_log.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::empty_database;
using testing::SampleGame;

std::unique_ptr<Database> opened(const std::string& path, Access access) {
  auto database = Database::open(path, access);
  if (!database) FAIL(database.error());
  return *std::move(database);
}

DraftBatch batch_of(const std::vector<SampleGame>& samples) {
  DraftBatch batch;
  for (const SampleGame& sample : samples) testing::add_sample(sample, batch);
  return batch;
}

SourceMark new_source(const Database& database, const std::string& name, std::uint32_t games) {
  return {.source = SourceStore(database.connection()).add({.name = name}),
          .batch_games = games,
          .offset = 77,
          .lines = 7,
          .games = games,
          .fingerprint = 0xffff'ffff'ffff'fff0,
          .is_finished = true};
}

// Adds the games from a separate source.
GameId append(SqliteStorage& storage, const Database& database,
              const std::vector<SampleGame>& samples) {
  DraftBatch batch = batch_of(samples);
  const SourceMark mark =
      new_source(database, "games.pgn", static_cast<std::uint32_t>(samples.size()));
  return storage.append(batch, std::span(&mark, 1));
}

std::uint64_t count(SqliteStorage& storage, PositionKey key) {
  return storage.reader().index().sums(key, storage.reader().columns()).all_games();
}

PositionSums sums(SqliteStorage& storage, PositionKey key) {
  return storage.reader().index().sums(key, storage.reader().columns());
}

const SampleGame kOpenGame{.white = "A",
                           .black = "B",
                           .date = 19990000,
                           .white_elo = 2000,
                           .result = Outcome::WhiteWins,
                           .moves = "e4 e5 Nf3"};
const SampleGame kSicilian{
    .white = "B", .black = "C", .result = Outcome::Draw, .moves = "e4 c5 Nf3 d6"};

TEST_CASE("appended games can be queried at once", "[sqlite_storage]") {
  const auto database = empty_database();
  SqliteStorage storage(*database);
  CHECK(database->last_game() == 0);
  CHECK(append(storage, *database, {kOpenGame, kSicilian}) == GameId{1});
  CHECK(database->last_game() == 2);
  CHECK(count(storage, Position().key()) == 2);
  CHECK(append(storage, *database, {kSicilian}) == GameId{3});

  CHECK(database->last_game() == 3);
  CHECK(storage.reader().columns().games_in(0) == 3);
  const std::vector<Hit> hits = storage.reader().index().hits(Position().key());
  REQUIRE(hits.size() == 3);
  CHECK(hits[2].game == GameId{3});
  CHECK(hits[2].result == Outcome::Draw);
  const PositionSums at_start = sums(storage, Position().key());
  REQUIRE(at_start.moves().size() == 1);
  CHECK(at_start.moves()[0].all_games() == 3);
  CHECK(at_start.moves()[0].white_elo_sum == 2000);
  CHECK(at_start.moves()[0].first_year == 1999);
  CHECK(storage.reader().index().cost().segments > 0);

  const auto after_c5 =
      *parse_position("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  CHECK(count(storage, after_c5.key()) == 2);
  CHECK(numbers_of(storage.reader().select(*parse_filter("player = b"))) ==
        std::vector<std::int64_t>{1, 2, 3});
  CHECK(numbers_of(storage.reader().select(*parse_filter("white = b"))) ==
        std::vector<std::int64_t>{2, 3});
  CHECK(storage.reader().games().game(GameId{3})->white == "B");
  CHECK_FALSE(storage.index_plies().has_value());
}

TEST_CASE("a batch of several sources stores each game's own", "[sqlite_storage]") {
  const auto database = empty_database();
  SqliteStorage storage(*database);
  DraftBatch batch = batch_of({kOpenGame, kSicilian, kSicilian});
  const std::vector<SourceMark> marks{new_source(*database, "a.pgn", 1),
                                      new_source(*database, "empty.pgn", 0),
                                      new_source(*database, "b.pgn", 2)};
  storage.append(batch, marks);
  CHECK(storage.reader().games().game(GameId{1})->source == "a.pgn");
  CHECK(storage.reader().games().game(GameId{2})->source == "b.pgn");
  CHECK(storage.reader().games().game(GameId{3})->source == "b.pgn");
  const SourceRecords records = SourceStore(database->connection()).records();
  for (const char* name : {"a.pgn", "b.pgn", "empty.pgn"}) {
    const SourceMark& mark = records.at(name).mark;
    CHECK(mark.is_finished);
    CHECK(mark.offset == 77);
    CHECK(mark.lines == 7);
    CHECK(mark.fingerprint == 0xffff'ffff'ffff'fff0);
  }
}

TEST_CASE("a batch without games only records how far its sources were read", "[sqlite_storage]") {
  const auto database = empty_database();
  SqliteStorage storage(*database);
  DraftBatch batch;
  const SourceMark mark = new_source(*database, "empty.pgn", 0);
  CHECK(storage.append(batch, std::span(&mark, 1)) == GameId{1});
  CHECK(database->last_game() == 0);
  CHECK(database->connection().integer("SELECT count(*) FROM segment") == 0);
  CHECK(SourceStore(database->connection()).records().at("empty.pgn").mark.is_finished);
}

TEST_CASE("a failed batch leaves no trace, and the next one succeeds", "[sqlite_storage]") {
  const TemporaryFolder folder;
  const auto database = opened(folder.path("games.db"), Access::Create);
  const Connection& connection = database->connection();
  SqliteStorage storage(*database);
  append(storage, *database, {kOpenGame});
  const SourceMark mark = new_source(*database, "large.pgn", 1);

  // The disk becomes full in the middle of the batch.
  const std::int64_t pages = connection.integer("PRAGMA page_count");
  connection.execute(("PRAGMA max_page_count = " + std::to_string(pages + 3)).c_str());
  SampleGame large{.white = "Somebody new"};
  large.record.resize(500'000);
  std::generate(large.record.begin(), large.record.end(),
                [state = 1u]() mutable { return static_cast<char>((state *= 69069) >> 24); });
  DraftBatch batch = batch_of({large});
  CHECK_THROWS_WITH(storage.append(batch, std::span(&mark, 1)),
                    Catch::Matchers::Contains("the disk is full"));
  CHECK(database->last_game() == 1);
  CHECK(count(storage, Position().key()) == 1);
  CHECK(connection.integer("SELECT count(*) FROM player") == 2);
  CHECK_FALSE(SourceStore(connection).records().at("large.pgn").mark.is_finished);

  connection.execute("PRAGMA max_page_count = 1000000");
  CHECK(storage.append(batch, std::span(&mark, 1)) == GameId{2});
  CHECK(storage.reader().games().game(GameId{2})->white == "Somebody new");
  CHECK(storage.reader().games().record(GameId{2}) == large.record);
  CHECK(count(storage, Position().key()) == 2);
}

TEST_CASE("two writers that add to one file in turn share its names and ids", "[sqlite_storage]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  const auto first = opened(path, Access::Create);
  const auto second = opened(path, Access::Write);
  SqliteStorage one(*first);
  SqliteStorage two(*second);
  CHECK(append(one, *first, {{.white = "A"}}) == GameId{1});
  CHECK(append(two, *second, {{.white = "B"}}) == GameId{2});
  CHECK(append(one, *first, {{.white = "C", .black = "B"}}) == GameId{3});
  CHECK(append(two, *second, {{.white = "C", .black = "A"}}) == GameId{4});
  CHECK(first->connection().integer("SELECT count(*) FROM player") == 3);
  CHECK(one.reader().games().game(GameId{3})->black == "B");
  CHECK(two.reader().games().game(GameId{4})->white == "C");
  CHECK(count(two, Position().key()) == 4);
}

TEST_CASE("many small batches give the answers of one large batch", "[sqlite_storage]") {
  const auto database = empty_database();
  const auto whole = empty_database();
  SqliteStorage storage(*database);
  SqliteStorage reference(*whole);
  std::vector<SampleGame> samples;
  for (int i = 0; i < 70; ++i) {
    samples.push_back(i % 3 == 0 ? kOpenGame : kSicilian);
    append(storage, *database, {samples.back()});
  }
  append(reference, *whole, samples);
  CHECK(database->connection().integer("SELECT count(*) FROM segment") < 16);
  CHECK(storage.reader().index().hits(Position().key()) ==
        reference.reader().index().hits(Position().key()));
  CHECK(sums(storage, Position().key()) == sums(reference, Position().key()));
}

TEST_CASE("a reader neither blocks appends nor is blocked by them", "[sqlite_storage]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("games.db");
  const auto database = opened(path, Access::Create);
  SqliteStorage storage(*database);
  append(storage, *database, {kOpenGame});
  const auto other = opened(path, Access::Read);
  {
    const ReadSnapshot snapshot(other->connection());
    SqliteStorage reader(*other);
    CHECK(count(reader, Position().key()) == 1);
    for (int i = 0; i < 9; ++i) append(storage, *database, {kSicilian});
    CHECK(count(reader, Position().key()) == 1);
    CHECK(reader.reader().columns().games_in(0) == 1);
    CHECK_FALSE(reader.reader().games().game(GameId{2}).has_value());
  }
  SqliteStorage reader(*other);
  CHECK(count(reader, Position().key()) == 10);
}

TEST_CASE("no query about positions or single games reads a whole table", "[sqlite_storage]") {
  const auto database = empty_database();
  SqliteStorage storage(*database);
  append(storage, *database, {kOpenGame, kSicilian});
  SqliteStorage reader(*database);
  const testing::StatementLog log(database->connection());
  database->last_game();
  reader.index_plies();
  reader.reader().index().hits(Position().key());
  sums(reader, Position().key());
  count(reader, Position().key());
  reader.reader().games().game(GameId{1});
  reader.reader().games().line(GameId{1});
  reader.reader().games().record(GameId{1});
  reader.reader().columns().value(GameId{1}, GameColumn::Date);
  CHECK(log.statements().size() >= 7);
  // The few segments are all read, in the order of their games. The tables are also read, to check
  // whether the file has openings.
  for (const std::string& line : testing::whole_readings(database->connection(), log)) {
    CAPTURE(line);
    CHECK((line == "SCAN segment" || line == "USE TEMP B-TREE FOR ORDER BY" ||
           line == "SCAN sqlite_master"));
  }
}

}  // namespace
}  // namespace arbiter::testing
