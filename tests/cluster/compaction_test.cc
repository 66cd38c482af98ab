// The sums of many batches, merged: the same answers from fewer rows.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/cluster/store_answers.h"
#include "tests/cluster/test_cluster.h"
#include "tests/cluster/waiting.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using namespace std::chrono_literals;

constexpr int kGames = 1000;

std::string games() {
  std::string pgn;
  for (int number = 0; number < kGames; ++number) {
    pgn += fmt::format(
        "[Event \"Cup\"]\n[Site \"Ulm\"]\n[Date \"{}.01.{:02}\"]\n[Round \"{}\"]\n"
        "[White \"Player{:03}\"]\n[Black \"Guest\"]\n[WhiteElo \"{}\"]\n[Result \"{}\"]\n\n"
        "1. {} e5 2. Nf3 Nc6 {}\n\n",
        2000 + number % 20, number % 28 + 1, number, number, number % 3 == 0 ? 0 : 2000 + number,
        number % 4 == 0 ? "1-0" : "1/2-1/2", number % 5 == 0 ? "d4" : "e4",
        number % 4 == 0 ? "1-0" : "1/2-1/2");
  }
  return write_scratch("compaction.pgn", pgn);
}

TEST_CASE("after a compaction, trees are the same, and read a row per position and move") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  const bool is_replicated = GENERATE(false, true);
  TestCluster cluster({.has_zookeeper = is_replicated ? HasZooKeeper::Yes : HasZooKeeper::No});
  const std::string database = cluster.url("games");
  REQUIRE(run_arbiter({"cluster", "init", database, "--shards", "2", "--replicas",
                       is_replicated ? "2" : "1"})
              .status == 0);
  const std::string pgn = games();
  const std::string file = write_scratch("compaction.db", "");
  REQUIRE(run_arbiter({"import", "-q", database, pgn, "--batch", "100"}).status <= 1);
  REQUIRE(run_arbiter({"import", "-q", file, pgn}).status <= 1);
  const auto tree_of = [](const std::string& store) {
    return run_arbiter({"tree", store, "--format", "csv"}).output +
           run_arbiter({"tree", store, "--moves", "1. e4 e5", "--format", "csv"}).output;
  };
  const auto rows = [&] { return cluster.node(1).query("select count() from games_s2.sums"); };
  const std::string tree = tree_of(file);
  REQUIRE(tree_of(database) == tree);
  const std::uint64_t before = std::stoull(rows());
  for (int times = 0; times < 2; ++times) {
    const ProgramRun run = run_arbiter({"cluster", "compact", database});
    CAPTURE(times, run.output, run.errors);
    CHECK(run.status == 0);
    CHECK_THAT(run.output, Contains(times == 0 ? "10 batches merged" : "0 batches merged"));
    CHECK(tree_of(database) == tree);
    CHECK(run_arbiter({"verify", database}).status == 0);
  }
  wait_until("the old rows are removed", 60s, [&] { return std::stoull(rows()) < before; });
  CHECK(std::stoull(rows()) * 4 < before);
  CHECK(tree_of(database) == tree);
  // Deletions, further imports and another compaction.
  for (const std::string& store : {database, file}) {
    REQUIRE(run_arbiter({"delete", store, "--player", "Player00", "--yes"}).status == 0);
    REQUIRE(run_arbiter({"import", "-q", store, "testdata/tournament.pgn"}).status <= 1);
  }
  CHECK(tree_of(database) == tree_of(file));
  CHECK(run_arbiter({"cluster", "compact", database}).status == 0);
  CHECK(tree_of(database) == tree_of(file));
  CHECK(counts_of(*opened(database)) == counts_of(*opened(file)));
  CHECK(run_arbiter({"verify", database}).status == 0);
}

}  // namespace
}  // namespace arbiter::testing
