// Tests the results of database queries in each format.
#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

namespace {

// Returns a database with the tournament twice, created once.
const std::string& database() {
  static const std::string path = [] {
    const std::filesystem::path made = scratch_folder() / "database_answers_test.db";
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(made.string() + ending);
    const std::string games = read_text((repository() / "testdata/tournament.pgn").string());
    const std::string twice = write_scratch("twice.pgn", games + "\n" + games);
    // Some games could not be parsed as moves.
    REQUIRE(run_arbiter({"import", "--quiet", made.string(), twice}).status == 1);
    return made.string();
  }();
  return path;
}

// Runs `arbiter COMMAND DB REST...`.
ProgramRun run_query(std::vector<std::string> words, const std::string& format) {
  words.insert(words.begin() + 1, database());
  words.insert(words.end(), {"--format", format});
  ProgramRun run = run_arbiter(words);
  CAPTURE(words, run.errors);
  REQUIRE(run.status == 0);
  return run;
}

std::vector<Json> objects(const std::vector<std::string>& words) {
  std::vector<Json> objects;
  for (const std::string& line : lines_of(run_query(words, "json").output)) {
    CAPTURE(words, line);
    objects.push_back(Json::parse(line));
    REQUIRE(objects.back().is_object());
  }
  return objects;
}

std::vector<Json> of_type(const std::vector<Json>& objects, const std::string& type) {
  std::vector<Json> chosen;
  for (const Json& object : objects) {
    if (object.contains("type") && object["type"] == type) chosen.push_back(object);
  }
  return chosen;
}

std::size_t csv_rows(const std::vector<std::string>& words) {
  return lines_of(run_query(words, "csv").output).size() - 1;
}

}  // namespace

TEST_CASE("a tree is the same in JSON and CSV, and its moves add up to its position") {
  const auto lines = objects({"tree"});
  const auto moves = of_type(lines, "move");
  const auto positions = of_type(lines, "position");
  REQUIRE(positions.size() == 1);
  CHECK(moves.size() + 1 == lines.size());
  CHECK(csv_rows({"tree"}) == moves.size());
  std::int64_t games = 0;
  for (const Json& move : moves) {
    games += move["games"].number();
    CHECK(move["games"] == move["white_wins"].number() + move["draws"].number() +
                               move["black_wins"].number() + move["unfinished"].number());
  }
  // A game without moves also reaches the initial position.
  CHECK(games <= positions[0]["games"].number());
  CHECK(games > 0);
}

TEST_CASE("statistics by result count every game once, in each format") {
  const auto groups = objects({"stats", "--by", "result"});
  const auto totals = objects({"stats"});
  CHECK(csv_rows({"stats", "--by", "result"}) == groups.size());
  std::int64_t games = 0;
  for (const Json& group : groups) games += group["games"].number();
  const auto listed = of_type(objects({"find"}), "game");
  CHECK(static_cast<std::size_t>(games) == listed.size());
  CHECK_FALSE(totals.empty());
}

TEST_CASE("each row of SQL is an object of its own") {
  const std::vector<std::string> query = {"sql", "SELECT id, plies FROM game ORDER BY id"};
  const auto rows = objects(query);
  CHECK(rows.size() == of_type(objects({"find"}), "game").size());
  CHECK(csv_rows(query) == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].size() == 2);
    CHECK(rows[i]["id"] == i + 1);
  }
}

TEST_CASE("every duplicate in a file is in a group") {
  const auto lines = objects({"dedup", "--kind", "same-moves"});
  CHECK(lines.size() > 2);
  CHECK(lines.back()["type"] == "summary");
  CHECK(csv_rows({"dedup", "--kind", "same-moves"}) == lines.size() - 1);
}

TEST_CASE("verify ends with a summary in JSON") {
  const auto lines = objects({"verify"});
  REQUIRE_FALSE(lines.empty());
  CHECK(lines.back()["type"] == "summary");
}
