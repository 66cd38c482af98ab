// A cluster with an unresponsive shard: no result may appear complete without it.
#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/cluster/test_cluster.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using Words = std::vector<std::string>;

// Each command waits several seconds for a missing shard.
const std::vector<Words> kQueries = {
    {"find", "--moves", "1. e4", "--format", "csv", "--limit", "5"},
    {"tree", "--format", "csv"},
    {"stats", "--format", "csv"},
    {"export", "-q"},
};

// Returns the number of rows of a result with a header.
std::size_t rows_of(const std::string& output) {
  return std::max<std::size_t>(lines_of(output).size(), 1) - 1;
}

// Runs the command with the database as its first argument.
ProgramRun query_output(const Words& question, const std::string& database,
                        const Words& more = {}) {
  Words words = question;
  words.insert(words.begin() + 1, database);
  words.insert(words.end(), more.begin(), more.end());
  return run_arbiter(words);
}

// Creates two shards on two nodes, both with games.
std::string filled(TestCluster& cluster) {
  const std::string database = cluster.url("games");
  REQUIRE(run_arbiter({"cluster", "init", database}).status == 0);
  const ProgramRun run =
      run_arbiter({"import", "-q", database, "testdata/tournament.pgn", "--batch", "4"});
  CAPTURE(run.errors);
  REQUIRE(run.status <= 1);
  for (const std::size_t node : {0, 1}) {
    const std::string shard = node == 0 ? "games_s1" : "games_s2";
    REQUIRE(cluster.node(node).query("select count() > 0 from " + shard + ".games") == "1\n");
  }
  return database;
}

TEST_CASE("without a shard every query is an error that names it, or lists it as missing") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({});
  const std::string database = filled(cluster);
  std::vector<ProgramRun> whole;
  for (const Words& question : kQueries) whole.push_back(query_output(question, database));
  cluster.node(1).kill();
  for (std::size_t i = 0; i < kQueries.size(); ++i) {
    CAPTURE(kQueries[i]);
    CHECK(whole[i].status <= 1);  // 1 for an export of text that is not moves
    const ProgramRun refused = query_output(kQueries[i], database);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.errors, Contains("shard 2") && Contains(cluster.host(1)));
    CHECK(rows_of(refused.output) == 0);
    const ProgramRun partial = query_output(kQueries[i], database, {"--partial"});
    CAPTURE(partial.errors, partial.output);
    CHECK(partial.status == 2);
    CHECK_THAT(partial.errors + partial.output, Contains("shard 2") && Contains(cluster.host(1)));
    CHECK(partial.output != whole[i].output);
  }
  cluster.node(1).start();
  for (std::size_t i = 0; i < kQueries.size(); ++i) {
    CAPTURE(kQueries[i]);
    CHECK(query_output(kQueries[i], database).output == whole[i].output);
  }
}

TEST_CASE("with replicas every query has the same answer after a node dies") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({.has_zookeeper = HasZooKeeper::Yes});
  const std::string database = cluster.url("games");
  REQUIRE(run_arbiter({"cluster", "init", database, "--shards", "2", "--replicas", "2"}).status ==
          0);
  REQUIRE(
      run_arbiter({"import", "-q", database, "testdata/tournament.pgn", "--batch", "4"}).status <=
      1);
  std::vector<ProgramRun> whole;
  for (const Words& question : kQueries) whole.push_back(query_output(question, database));
  const std::size_t node = GENERATE(0, 1);
  cluster.node(node).kill();
  for (std::size_t i = 0; i < kQueries.size(); ++i) {
    const ProgramRun run = query_output(kQueries[i], database);
    CAPTURE(kQueries[i], run.errors);
    CHECK(run.status == whole[i].status);
    CHECK(run.output == whole[i].output);
  }
}

}  // namespace
}  // namespace arbiter::testing
