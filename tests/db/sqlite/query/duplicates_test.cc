// Tests the search for duplicate games.
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "db/model/game_record.h"
#include "db/sqlite/query/sqlite_reader.h"
#include "db/sqlite/query/storage_queries.h"
#include "tests/db/sample_games.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
TEST_CASE("a hash finds its games", "[duplicates]") {
  std::mt19937_64 random(3);
  std::vector<std::uint64_t> hashes;
  std::map<std::uint64_t, std::vector<std::uint32_t>> expected;
  for (std::uint32_t game = 0; game < 20'000; ++game) {
    hashes.push_back(game % 3 == 0 ? random() : (random() % 5000) << 50);
    expected[hashes.back() >> 32].push_back(game);
  }
  const HashTable games(hashes);
  for (const auto& [tag, numbers] : expected) {
    const auto found = games.find(tag << 32);
    CHECK(std::vector<std::uint32_t>(found.begin(), found.end()) == numbers);
  }
  CHECK(games.find(0xdead'beef'0000'0000).empty());
  CHECK(HashTable().find(77).empty());
  CHECK(HashTable(std::vector<std::uint64_t>()).find(77).empty());
}

TEST_CASE("two records are of one game if no known value differs", "[duplicates]") {
  struct Case {
    GameIdentity a;
    GameIdentity b;
    bool may_be_same;
  };
  const GameIdentity full{"Carlsen, Magnus", "Anand, V", 20131122, Outcome::Draw, 80};
  const auto with = [&](auto change) {
    GameIdentity claims = full;
    change(claims);
    return claims;
  };
  const Case one = GENERATE_COPY(values<Case>({
      {full, full, true},
      {full, with([](GameIdentity& c) { c.white = "Carlsen, M."; }), true},
      {full, with([](GameIdentity& c) { c.white = "CARLSEN,MAGNUS"; }), true},
      {full, with([](GameIdentity& c) { c.white = "Carlsen, Henrik"; }), false},
      {full, with([](GameIdentity& c) { c.black = "Carlsen, Magnus"; }), false},
      {full, with([](GameIdentity& c) { c.black = "?"; }), true},
      {full, with([](GameIdentity& c) { c.white = ""; }), true},
      {full, with([](GameIdentity& c) { c.date = 0; }), true},
      {full, with([](GameIdentity& c) { c.date = 20130000; }), true},
      {full, with([](GameIdentity& c) { c.date = 20131100; }), true},
      {full, with([](GameIdentity& c) { c.date = 20131123; }), false},
      {full, with([](GameIdentity& c) { c.date = 20131222; }), false},
      {full, with([](GameIdentity& c) { c.date = 20130022; }), true},
      {full, with([](GameIdentity& c) { c.date = 20120000; }), false},
      {full, with([](GameIdentity& c) { c.result = Outcome::Unknown; }), true},
      {full, with([](GameIdentity& c) { c.result = Outcome::WhiteWins; }), false},
  }));
  CAPTURE(one.b.white, one.b.black, one.b.date);
  CHECK(may_be_same(one.a, one.b) == one.may_be_same);
  CHECK(may_be_same(one.b, one.a) == one.may_be_same);
}

TEST_CASE("duplicates among short games need the same known players", "[duplicates]") {
  const GameIdentity game{"Carlsen, Magnus", "Anand, V", 20131122, Outcome::Draw, 8};
  GameIdentity other = game;
  CHECK(may_be_same(game, other));
  other.white = "carlsen magnus";
  CHECK(may_be_same(game, other));
  other.white = "Carlsen, M.";
  CHECK(!may_be_same(game, other));
  other.white = "CARLSEN,Magnus";
  CHECK(may_be_same(game, other));
  other.white = "?";
  CHECK(!may_be_same(game, other));
}

TEST_CASE("deleted games have no duplicates", "[duplicates]") {
  const auto database = empty_database();
  const SampleGame game{.white = "A", .black = "B", .moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6"};
  store_samples(*database, {game, game});
  ColumnWriter facts(database->connection());
  facts.set(GameId{1}, GameColumn::Flags, kDeleted);
  facts.finish();
  DraftBatch batch;
  add_sample(game, batch);
  SqliteReader reader(*database);
  CHECK(find_duplicate_drafts(reader, batch) == std::vector{true});
  facts.set(GameId{2}, GameColumn::Flags, kDeleted);
  facts.finish();
  SqliteReader again(*database);
  CHECK(find_duplicate_drafts(again, batch) == std::vector{false});
}

TEST_CASE("short games are found by their players, many at once", "[duplicates]") {
  const auto database = empty_database();
  std::vector<SampleGame> samples;
  for (int game = 0; game < 500; ++game) {
    samples.push_back({.white = "White " + std::to_string(game), .black = "B", .moves = "e4 e5"});
  }
  store_samples(*database, samples);
  DraftBatch batch;
  std::vector<bool> expected;
  for (int game = 400; game < 600; ++game) {
    add_sample({.white = "White " + std::to_string(game), .black = "B", .moves = "e4 e5"}, batch);
    expected.push_back(game < 500);
  }
  add_sample({.white = "White 550", .black = "B", .moves = "e4 e5"}, batch);
  expected.push_back(true);
  SqliteReader reader(*database);
  CHECK(find_duplicate_drafts(reader, batch) == expected);
}

TEST_CASE("games that were not replayed must have the same text", "[duplicates]") {
  const auto database = empty_database();
  SampleGame game{.white = "A", .black = "B", .flags = kIncomplete, .moves = "e4", .record = "one"};
  store_samples(*database, {game});
  SqliteReader reader(*database);
  DraftBatch batch;
  add_sample(game, batch);
  game.record = "two";
  add_sample(game, batch);
  add_sample(game, batch);
  CHECK(find_duplicate_drafts(reader, batch) == std::vector{true, false, true});
}
