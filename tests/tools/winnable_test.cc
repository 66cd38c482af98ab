// `arbiter winnable`.
#include <catch2/catch.hpp>

#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string kWall = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1";
const std::string kBackRank = "6k1/5ppp/8/8/8/8/8/K6R w - - 0 1";

}  // namespace

TEST_CASE("winnable prints how a finished game ended") {
  CHECK(run_arbiter({"winnable", "8/8/8/8/8/1k6/8/K1q5 w - - 0 1"}).output ==
        "The game is over: Black has mated (Laws 5.1.1)\n");
  CHECK(run_arbiter({"winnable", "8/8/8/8/8/1k6/p7/K7 w - - 0 1"}).output ==
        "The game is over: stalemate, a draw (Laws 5.2.1)\n");
}

TEST_CASE("winnable calls a position dead if neither side can win") {
  const ProgramRun run = run_arbiter({"winnable", kWall});
  CHECK(run.status == 0);
  CHECK_THAT(run.output, StartsWith("White cannot mate by any series of legal moves"));
  CHECK_THAT(run.output, Contains("The position is dead") && Contains("Laws 5.2.2"));
}

TEST_CASE("winnable prints a line to a mate, and the ruling on a flag fall") {
  const ProgramRun run = run_arbiter({"winnable", "8/8/4k3/8/8/4KQ2/8/8 w - - 0 1"});
  CHECK(run.status == 0);
  CHECK_THAT(run.output, StartsWith("White can mate with help in ") && Contains("#\n"));
  CHECK_THAT(run.output, Contains("If White's flag falls, the game is drawn (Laws 6.9)"));
}

TEST_CASE("winnable answers for one side, and as JSON") {
  const auto object = Json::parse(
      run_arbiter({"winnable", "--format", "json", "--side", "white", kBackRank}).output);
  CHECK(object["dead"] == false);
  CHECK(object["white"]["verdict"] == "winnable");
  CHECK(object["white"]["line"].size() % 2 == 1);
  CHECK_FALSE(object.contains("black"));
  const auto dead = Json::parse(run_arbiter({"winnable", "--format", "json", kWall}).output);
  CHECK(dead["dead"] == true);
  CHECK(dead["black"]["verdict"] == "unwinnable");
}

TEST_CASE("winnable reports a limit that was too low") {
  const ProgramRun run = run_arbiter(
      {"winnable", "--side", "white", "--limit", "20", "8/3n4/4k3/8/8/3K4/5N2/8 w - - 0 1"});
  CHECK(run.status == 1);
  CHECK_THAT(run.output, Contains("try a higher --max-positions"));
}

TEST_CASE("winnable rejects invalid positions") {
  const ProgramRun run = run_arbiter({"winnable", "8/8/8/8/8/8/8/K7 w - - 0 1"});
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, StartsWith("arbiter: winnable: "));
}
