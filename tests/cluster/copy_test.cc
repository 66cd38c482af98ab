// Tests `arbiter copy` from a file to a cluster and back.
#include <catch2/catch.hpp>

#include "tests/cluster/store_answers.h"
#include "tests/cluster/test_cluster.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

TEST_CASE("a database that is copied to a cluster and back has the same games and answers") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({});
  const TemporaryFolder folder;
  const std::string first = folder.path("first.db");
  const std::string last = folder.path("last.db");
  const std::string between = cluster.url("games");
  REQUIRE(run_arbiter({"import", "-q", first, "testdata/tournament.pgn"}).status <= 1);
  REQUIRE(run_arbiter({"cluster", "init", between}).status == 0);
  for (const auto& [from, to] : {std::pair(first, between), std::pair(between, last)}) {
    const ProgramRun run = run_arbiter({"copy", from, to});
    CAPTURE(from, to, run.errors);
    CHECK(run.status == 0);
  }
  for (const std::string& copy : {between, last}) {
    CAPTURE(copy);
    CHECK(counts_of(*opened(copy)) == counts_of(*opened(first)));
    CHECK(exported_games(copy) == exported_games(first));
  }
  CHECK(run_arbiter({"verify", last}).status == 0);
  const ProgramRun again = run_arbiter({"copy", first, between});
  CHECK(again.status == 0);
  CHECK(counts_of(*opened(between)) == counts_of(*opened(first)));
}

}  // namespace
}  // namespace arbiter::testing
