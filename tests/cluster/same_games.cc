#include "tests/cluster/same_games.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/cluster/store_answers.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {

std::string same_games(int year) {
  std::string pgn;
  for (int number = 0; number < kSameGames; ++number) {
    pgn += fmt::format(
        "[Event \"Cup\"]\n[Site \"Ulm\"]\n[Date \"{}.01.{:02}\"]\n[Round \"{}\"]\n"
        "[White \"Player{:03}\"]\n[Black \"Guest\"]\n[Result \"1-0\"]\n\n"
        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n",
        year, number % 28 + 1, number, number);
  }
  return write_scratch(fmt::format("games{}.pgn", year), pgn);
}

std::string tree_of(const std::string& store) {
  return run_arbiter({"tree", store, "--format", "csv"}).output;
}

ExpectedAnswers::ExpectedAnswers(const std::vector<std::string>& files) {
  const std::string database = write_scratch("expected.db", "");
  for (const std::string& pgn : files) {
    REQUIRE(run_arbiter({"import", "-q", database, pgn}).status == 0);
  }
  tree_ = tree_of(database);
  exported_ = exported_games(database);
}

void ExpectedAnswers::check(const std::string& cluster) const {
  const ProgramRun verified = run_arbiter({"verify", cluster});
  CAPTURE(verified.output, verified.errors);
  CHECK(verified.status == 0);
  CHECK(tree_of(cluster) == tree_);
  CHECK(exported_games(cluster) == exported_);
}

}  // namespace arbiter::testing
