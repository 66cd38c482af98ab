// A node that loses its disk, and is restored as described in the guide.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "tests/cluster/test_cluster.h"
#include "tests/cluster/waiting.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using namespace std::chrono_literals;
using Words = std::vector<std::string>;

TEST_CASE("a replica whose disk was lost comes back while the other one responds") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({.has_zookeeper = HasZooKeeper::Yes});
  const std::string database = cluster.url("games");
  const Words init = {"cluster", "init", database, "--shards", "2", "--replicas", "2"};
  REQUIRE(run_arbiter(init).status == 0);
  REQUIRE(
      run_arbiter({"import", "-q", database, "testdata/tournament.pgn", "--batch", "4"}).status <=
      1);
  const Words question = {"tree", database, "--format", "csv"};
  const std::string tree = run_arbiter(question).output;
  for (int times = 0; times < 2; ++times) {
    cluster.node(0).kill();
    std::filesystem::remove_all(cluster.node(0).folder() + "/data");
    const ProgramRun down = run_arbiter(question);
    CAPTURE(times, down.errors);
    CHECK(down.output == tree);
    cluster.node(0).start();
    const ProgramRun empty = run_arbiter(question);
    CAPTURE(empty.errors);
    CHECK(empty.output == tree);
    const ProgramRun made = run_arbiter(init);
    CAPTURE(made.errors);
    CHECK(made.status == 0);
    CHECK(run_arbiter(question).output == tree);
    wait_until("all rows are fetched", 60s, [&] {
      return run_arbiter({"cluster", "status", database}).status == 0;
    });
  }
  cluster.node(1).kill();
  CHECK(run_arbiter(question).output == tree);
  CHECK(run_arbiter({"verify", database}).status == 0);
}

}  // namespace
}  // namespace arbiter::testing
