// Compares the material index with a replay of the games.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "db/model/damage.h"
#include "db/model/filter_text.h"
#include "db/model/game_reach.h"
#include "db/sqlite/care/compaction.h"
#include "db/sqlite/games/chunk_indexes.h"
#include "db/sqlite/games/game_store.h"
#include "db/sqlite/query/sqlite_reader.h"
#include "lib/patterns/material_pattern.h"
#include "tests/db/care_database.h"
#include "tests/db/game_numbers.h"
#include "tests/db/import_run.h"
#include "tests/db/random_games.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"

using namespace arbiter::testing;

namespace {

constexpr std::size_t kGames = 300;

constexpr const char* kWithoutIndex = "DELETE FROM fact WHERE id % 32 = 19";

const std::vector<std::string>& patterns() {
  static const std::vector<std::string> patterns = {
      "KRPkr",    "KRPkr~",       "KRP{1,3}kr~",  "KRP*kr*",      "KQ*k*",
      "KQQ*k*~",  "KPk~",         "Kk",           "K*k*",         "KBNk~",
      "KBP*kbp*", "KNkn",         "KR*kq*",       "KRRPP*krrpp*", "KBBNNP{8}RRQkbbnnp{8}rrq",
      "K*k",      "KP{1,}kp{1,}", "KQPkq~",       "KR{3,}*k*~",   "KN{3,}*k*~",
      "KBB*knn*", "KQRkqr",       "KP{0}*kp{0}*", "KBkp~",        "KQRRBBNNP{4-8}kq*"};
  return patterns;
}

MaterialPattern pattern_of(const std::string& text) { return *MaterialPattern::parse(text); }

// The games found by a search, and the number of games it replayed.
struct Answer {
  std::vector<std::int64_t> games;
  std::uint64_t walked = 0;

  bool operator==(const Answer&) const = default;
};

Answer answer(const Database& database, const std::string& filter, unsigned jobs = 1) {
  const auto parsed = parse_filter(filter);
  REQUIRE(parsed);
  SqliteReader reader(database, jobs);
  const GameSet games = reader.select(*parsed);
  return {numbers_of(games), reader.row_cost().walked};
}

Answer answer_of_material(const Database& database, const std::string& pattern) {
  return answer(database, "material = '" + pattern + "'");
}

// Returns the games of a database that reach the material, by replaying each.
std::vector<std::int64_t> replayed(const Database& database, const std::string& text) {
  const MaterialPattern pattern = pattern_of(text);
  std::vector<std::int64_t> found;
  GameRows rows(database.connection());
  for (GameRow row; rows.next(row);) {
    if ((row.flags() & (kDeleted | kUnchecked)) != 0) continue;
    if (reaches_material(pattern, row.start, row.moves)) found.push_back(number_of(row.id));
  }
  return found;
}

// Returns the games in which the material occurs.
std::vector<std::int64_t> judged(const std::vector<RandomGame>& games, const std::string& text) {
  const MaterialPattern pattern = pattern_of(text);
  std::vector<std::int64_t> found;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const bool is_reached = std::ranges::any_of(games[i].positions, [&](const Position& position) {
      return pattern.matches(men_on(position.board()));
    });
    if (is_reached) found.push_back(static_cast<std::int64_t>(i + 1));
  }
  return found;
}

// Returns the faults found in the index, without the other faults of random games.
std::vector<std::string> material_faults(const Database& database) {
  std::vector<std::string> faults = faults_of(database);
  std::erase_if(
      faults, [](const std::string& fault) { return fault.find("material") == std::string::npos; });
  return faults;
}

// Checks that the index is used, and returns the same games as a replay.
void compare_with_replay(const Database& database) {
  REQUIRE(has_chunk_indexes(database.connection()));
  REQUIRE(material_faults(database).empty());
  for (const std::string& pattern : patterns()) {
    CAPTURE(pattern);
    REQUIRE(answer_of_material(database, pattern) == Answer{replayed(database, pattern), 0});
  }
}

}  // namespace

TEST_CASE("the index of material finds exactly the games of each material") {
  const std::vector<RandomGame> games = random_games(kGames);
  const auto database = database_of(games);
  const bool has_index = GENERATE(true, false);
  if (!has_index) database->connection().execute(kWithoutIndex);
  std::size_t found = 0;
  for (const std::string& pattern : patterns()) {
    CAPTURE(pattern);
    const std::vector<std::int64_t> expected = judged(games, pattern);
    found += expected.empty() ? 0 : 1;
    REQUIRE(answer_of_material(*database, pattern) == Answer{expected, has_index ? 0 : kGames});
  }
  CHECK(found > 10);
}

TEST_CASE("every change of a database keeps the index of material complete") {
  const auto database = database_of(random_games(kGames));
  compare_with_replay(*database);
  delete_numbers(*database, {1, 3, 70, 71, 72, 299, 300});
  compare_with_replay(*database);
  compact_database(*database, {});
  compare_with_replay(*database);
  import_text(*database, games_of_all_kinds() + many_games(200));
  compare_with_replay(*database);
  delete_numbers(*database, {301, 302, 505});
  compact_database(*database, {.derived = Derived::Rebuild, .jobs = 2});
  compare_with_replay(*database);
  database->connection().execute("DELETE FROM fact");
  compact_database(*database, {.derived = Derived::Rebuild});
  compare_with_replay(*database);
}

TEST_CASE("an interrupted import leaves a complete index of material") {
  const auto database = database_of(random_games(kGames));
  const TemporaryFolder folder;
  const std::string path = folder.write("games.pgn", many_games(500));
  import_into(*database, {path}, few_games_a_batch(100), {.more_games = 250});
  CHECK(database->game_count() == kGames + 200);
  compare_with_replay(*database);
  import_into(*database, {path}, few_games_a_batch(100));
  CHECK(database->game_count() == kGames + 500);
  compare_with_replay(*database);
}

TEST_CASE("games without an index of material are replayed until an upgrade adds it") {
  const auto database = database_of(random_games(kGames));
  const Connection& connection = database->connection();
  connection.execute(kWithoutIndex);
  import_text(*database, many_games(100));
  CHECK_FALSE(has_chunk_indexes(connection));
  CHECK(material_faults(*database).empty());
  for (const std::string& pattern : patterns()) {
    CAPTURE(pattern);
    REQUIRE(answer_of_material(*database, pattern) ==
            Answer{replayed(*database, pattern), kGames + 100});
  }
  CHECK(upgrade_database(*database).has_new_indexes);
  compare_with_replay(*database);
  CHECK_FALSE(upgrade_database(*database).has_new_indexes);
}

TEST_CASE("games beyond the index of material are replayed") {
  constexpr std::size_t kCovered = 100;
  const auto database = database_of(random_games(kGames));
  const Connection& connection = database->connection();
  const ChunkMaterial all = MaterialIndexReader(connection).read(0);
  ChunkMaterial some;
  for (std::size_t place = 0; place < kCovered; ++place) some.add(place, all.of(place));
  MaterialIndexWriter(connection).write(0, some);
  for (const std::string& pattern : patterns()) {
    CAPTURE(pattern);
    REQUIRE(answer_of_material(*database, pattern) ==
            Answer{replayed(*database, pattern), kGames - kCovered});
  }
  import_text(*database, many_games(10));
  CHECK(MaterialIndexReader(connection).covered(0) == kCovered);
}

TEST_CASE("few games are replayed without the index of material") {
  const auto database = database_of(random_games(kGames));
  CHECK(answer(*database, "game = 1..20 and material = 'K*k*'").walked == 20);
  CHECK(answer(*database, "game = 1..200 and material = 'K*k*'").walked == 0);
  CHECK(answer(*database, "game = 1..20 and pattern = 'material Kk and check'").walked == 20);
  const auto bare_kings = replayed(*database, "Kk");
  const auto is_low = [](std::int64_t game) { return game <= 200; };
  CHECK(answer(*database, "game = 1..200 and pattern = 'material Kk and check'").walked ==
        static_cast<std::uint64_t>(std::ranges::count_if(bare_kings, is_low)));
}

TEST_CASE("a damaged index of material is an error, never an answer") {
  const auto database = database_of(random_games(kGames));
  const Connection& connection = database->connection();
  const char* data =
      GENERATE("x''", "x'00'", "x'ffff'", "x'2c01'", "substr(data, 1, length(data) - 1)",
               "data || x'00'",  // bytes after the frame
               "substr(data, 1, 40) || zeroblob(length(data) - 40)",
               "x'2b01' || substr(data, 3)",  // one game too few
               "x'2d01' || substr(data, 3)",  // one game too many
               "x'0100' || substr(data, 3)",
               "x'2c01' || x'28b52ffdc0ffffffffffffff7f000000'");  // huge declared size
  CAPTURE(data);
  connection.execute(("UPDATE fact SET data = " + std::string(data) + " WHERE id = 19").c_str());
  REQUIRE_THROWS_AS(answer_of_material(*database, "KRPkr"), DamageError);
  REQUIRE_THROWS_AS(answer(*database, "pattern = 'material KRPkr'"), DamageError);
  REQUIRE(material_faults(*database) ==
          std::vector<std::string>{"columns -: the material of games 1 to 16384, row 19 of `fact`, "
                                   "cannot be read"});
  compact_database(*database, {.derived = Derived::Rebuild});
  compare_with_replay(*database);
}

TEST_CASE("a wrong index of material is found by a check") {
  const auto database = database_of(random_games(kGames));
  const Connection& connection = database->connection();
  const ChunkMaterial all = MaterialIndexReader(connection).read(0);
  std::size_t changed = 0;
  while (all.of(changed).empty()) ++changed;
  ChunkMaterial wrong;
  for (std::size_t place = 0; place < kGames; ++place) {
    const auto changes = all.of(place);
    wrong.add(place, changes.first(changes.size() - (place == changed ? 1 : 0)));
  }
  MaterialIndexWriter(connection).write(0, wrong);
  const auto game = static_cast<std::int64_t>(changed + 1);
  CHECK(material_faults(*database) ==
        std::vector<std::string>{"columns " + std::to_string(game) +
                                 ": the material index does not match the game"});
  delete_numbers(*database, {game});
  CHECK(material_faults(*database).empty());
}

TEST_CASE("the index of material agrees with a replay of real games") {
  const auto folder = corpus();
  if (!folder) SKIP_TEST("ARBITER_CORPUS is not set");
  const TemporaryFolder temporary;
  const std::string path = temporary.path("games.db");
  const auto database = *Database::open(path, Access::Create);
  import_into(*database, {(*folder / "games/lichess-clocks.pgn.zst").string(),
                          (*folder / "games/chess960.pgn.zst").string(),
                          (*folder / "games/otb-players.pgn.zst").string()});
  REQUIRE(database->game_count() > 80'000);
  REQUIRE(has_chunk_indexes(database->connection()));
  for (const std::string& pattern : patterns()) {
    CAPTURE(pattern);
    const std::string filter = "material = '" + pattern + "'";
    REQUIRE(answer(*database, filter, 2) == Answer{replayed(*database, pattern), 0});
  }
}
