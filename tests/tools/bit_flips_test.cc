// A database with one flipped bit: every reading command reports damage, or returns the results of
// the intact file.
//
// ARBITER_FLIPS=500 sets the number of flipped bits (default: a handful).
#include <catch2/catch.hpp>
#include <cstdlib>
#include <iterator>
#include <random>

#include "tests/support/testdata.h"
#include "tests/tools/workbench.h"

namespace arbiter::testing {
namespace {

std::size_t flips() {
  const char* text = std::getenv("ARBITER_FLIPS");
  return text == nullptr ? 6 : std::strtoul(text, nullptr, 10);
}

constexpr const char* kQueries[] = {
    "find DB --count",
    "find DB --format csv",
    "find DB --moves '1. e4 e5' --format csv",
    "find DB --player Falk --sort -date --format json",
    "find DB --finding pinned --count",
    "find DB --material KQk --count",
    "tree DB --format json",
    "tree DB --moves '1. e4 e5'",
    "stats DB",
    "stats DB --by player",
    "export DB -q",
    "export DB -q --moves '1. e4'",
    "show DB 3",
    "dedup DB --format csv",
    "sources DB --format csv",
    "sql DB 'SELECT * FROM games'",
    "sql DB 'SELECT * FROM players'",
    "sql DB 'SELECT * FROM findings'",
    "sql DB 'SELECT * FROM source'",
    "sql DB 'SELECT id, folded FROM player; SELECT * FROM meta'",
};

std::string line_of(std::string question) {
  question.replace(question.find("DB"), 2, "games.db");
  return "arbiter " + question + " 2> errors";
}

TEST_CASE("no command gives a wrong answer from a database with a flipped bit", "[flips]") {
  const Workbench bench;
  bench.write("tournament.pgn", read_text((repository() / "testdata/tournament.pgn").string()));
  // Some games have errors.
  REQUIRE(bench.run("arbiter import -q games.db tournament.pgn").status == 1);
  const std::string intact = bench.text("games.db");
  std::vector<ProgramRun> answers;
  for (const char* question : kQueries) answers.push_back(bench.run(line_of(question)));
  std::mt19937_64 random(20261122);
  for (std::size_t flip = 0; flip < flips(); ++flip) {
    std::string bytes = intact;
    const std::size_t place = random() % bytes.size();
    bytes[place] = static_cast<char>(bytes[place] ^ 1 << random() % 8);
    bench.write("games.db", bytes);
    for (std::size_t i = 0; i < std::size(kQueries); ++i) {
      const ProgramRun run = bench.run(line_of(kQueries[i]));
      CAPTURE(place, kQueries[i], run.output, bench.text("errors"));
      CHECK(run.status <= 2);
      if (run.status == answers[i].status) CHECK(run.output == answers[i].output);
      if (run.status == 2 && answers[i].status != 2) CHECK_FALSE(bench.text("errors").empty());
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
