// Tests clusters whose tables were created by another version of the program.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/cluster/store_answers.h"
#include "tests/cluster/test_cluster.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using Words = std::vector<std::string>;

const std::string kGames = "testdata/tournament.pgn";

std::string filled(TestCluster& cluster) {
  const std::string database = cluster.url("games");
  REQUIRE(run_arbiter({"cluster", "init", database}).status == 0);
  REQUIRE(run_arbiter({"import", "-q", database, kGames, "--batch", "4"}).status <= 1);
  return database;
}

// Restores the first version: its tables had no version, and tables of claims existed.
void make_old(TestCluster& cluster) {
  for (const std::size_t node : {0, 1}) {
    cluster.node(node).query("alter table games.cluster drop column version");
    cluster.node(node).query(
        fmt::format("create table games_s{}.claim_7 (x UInt8) engine = Memory", node + 1));
  }
}

TEST_CASE("an older cluster can be read, and written to after an upgrade") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({});
  const std::string database = filled(cluster);
  const std::string tree = run_arbiter({"tree", database, "--format", "csv"}).output;
  make_old(cluster);
  CHECK(run_arbiter({"tree", database, "--format", "csv"}).output == tree);
  CHECK(run_arbiter({"verify", database}).status == 0);
  for (const Words& command :
       {Words{"import", database, kGames, "--again"}, Words{"cluster", "init", database},
        Words{"delete", database, "--player", "Adler", "--yes"},
        Words{"cluster", "repair", database, "--apply"}}) {
    const ProgramRun run = run_arbiter(command);
    CAPTURE(command, run.errors);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors,
               Contains("version 1") && Contains("version 2") && Contains("`arbiter upgrade`"));
  }
  const ProgramRun upgraded = run_arbiter({"upgrade", database});
  CAPTURE(upgraded.errors);
  CHECK(upgraded.status == 0);
  CHECK_THAT(upgraded.output, Contains("from schema version 1 to 2 on 2 servers"));
  CHECK_THAT(run_arbiter({"upgrade", database}).output, Contains("already at schema version 2"));
  for (const std::size_t node : {0, 1}) {
    CHECK(cluster.node(node).query("select count() from system.tables where name like 'claim%'") ==
          "0\n");
  }
  CHECK(run_arbiter({"delete", database, "--player", "Adler", "--yes"}).status == 0);
  CHECK(run_arbiter({"cluster", "init", database}).status == 0);
  CHECK(run_arbiter({"verify", database}).status == 0);
}

TEST_CASE("a newer cluster is rejected with both versions") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({});
  const std::string database = filled(cluster);
  for (const std::size_t node : {0, 1}) {
    cluster.node(node).query("alter table games.cluster drop column version");
    cluster.node(node).query("alter table games.cluster add column version UInt32 default 3");
  }
  for (const Words& command :
       {Words{"tree", database}, Words{"import", database, kGames}, Words{"upgrade", database},
        Words{"cluster", "init", database}, Words{"cluster", "status", database}}) {
    const ProgramRun run = run_arbiter(command);
    CAPTURE(command, run.errors);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("version 3") && Contains("versions up to 2") &&
                               Contains("a newer Arbiter"));
  }
}

}  // namespace
}  // namespace arbiter::testing
