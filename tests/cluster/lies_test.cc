// A proxy in front of a shard repeats, drops or answers requests. Each command succeeds correctly,
// or reports an error that names the shard or the host. Afterwards repeating the import completes
// it.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <span>

#include "tests/cluster/lying_proxy.h"
#include "tests/cluster/same_games.h"
#include "tests/cluster/store_answers.h"
#include "tests/cluster/test_cluster.h"
#include "tests/support/corpus.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using Words = std::vector<std::string>;

// A cluster of two nodes, the second of which is behind the proxy.
struct Liar {
  TestCluster cluster{{}};
  LyingProxy proxy{cluster.node(1).port()};
  std::string pgn = same_games(2024);
  int made = 0;

  std::string host() const { return fmt::format("127.0.0.1:{}", proxy.port()); }
  std::string name_of(int number) {
    return fmt::format("clickhouse://127.0.0.1:{},{}/games{}", cluster.node(0).port(), host(),
                       number);
  }
  // Creates a database.
  std::string fresh() {
    const std::string name = name_of(++made);
    REQUIRE(run_arbiter({"cluster", "init", name}).status == 0);
    return name;
  }
  ProgramRun import(const std::string& name) const {
    return run_arbiter({"import", "-q", name, pgn, "--batch", "100"});
  }
  std::string second_shard() const { return fmt::format("games{}_s2", made); }
  std::string count(const std::string& table) {
    return cluster.node(1).query(fmt::format("select count() from {}.{}", second_shard(), table));
  }
};

constexpr Lie kLies[] = {Lie::Double, Lie::Drop,  Lie::LoseAnswer, Lie::EmptyOfServer, Lie::Delay,
                         Lie::Page,   Lie::Empty, Lie::Error,      Lie::Busy};
constexpr std::size_t kHarmfulLies = 4;  // these come first; the others do not depend on the table

TEST_CASE("rows that a server adds twice, or not at all, are noticed before the batch counts") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  Liar liar;
  const ExpectedAnswers expected({liar.pgn});
  for (const std::string table : {"games", "names", "positions", "sums", "batches"}) {
    const std::size_t lies = table == "games" ? std::size(kLies) : kHarmfulLies;
    for (const Lie lie : std::span(kLies).first(lies)) {
      const std::string name = liar.fresh();
      liar.proxy.set_plan({.lie = lie, .containing = "INSERT%20INTO%20" + table});
      const ProgramRun run = liar.import(name);
      CAPTURE(table, lie, run.errors);
      CHECK(liar.proxy.lies() == 1);
      liar.proxy.clear_plan();
      if (run.status != 0) {
        CHECK(run.status == 2);
        CHECK_THAT(run.errors, Contains("shard 2, batch ") && Contains("table " + table));
        CHECK(liar.import(name).status == 0);
      }
      expected.check(name);
    }
  }
}

TEST_CASE("an import all of whose requests a proxy changes ends, and can be repeated") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  Liar liar;
  const ExpectedAnswers expected({liar.pgn});
  for (const Lie lie : {Lie::Double, Lie::Empty, Lie::EmptyOfServer, Lie::Page}) {
    const std::string name = liar.fresh();
    liar.proxy.set_plan({.lie = lie, .every = 1, .containing = "INSERT%20INTO"});
    const ProgramRun run = liar.import(name);
    CAPTURE(lie, run.errors);
    // If a server rejects the second of two equal requests, this is not an error.
    if (lie != Lie::Double || run.status != 0) {
      CHECK(run.status == 2);
      CHECK_THAT(run.errors, Contains("shard 2, batch "));
    }
    liar.proxy.clear_plan();
    CHECK(liar.import(name).status == 0);
    expected.check(name);
  }
}

TEST_CASE("every command is right or fails if one of its requests is changed") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  Liar liar;
  const std::string name = liar.fresh();
  REQUIRE(liar.import(name).status == 0);
  for (const Words& command : {Words{"export", name, "-q"}, Words{"tree", name, "--format", "csv"},
                               Words{"find", name, "--moves", "1. e4", "--format", "csv"},
                               Words{"stats", name, "--format", "csv"}, Words{"verify", name}}) {
    const ProgramRun whole = run_arbiter(command);
    REQUIRE(whole.status == 0);
    // `verify` sends many requests.
    const int step = (command.front() == "verify" ? 9 : 1) * (is_nightly() ? 1 : 5);
    for (const Lie lie :
         {Lie::Double, Lie::Drop, Lie::Empty, Lie::EmptyOfServer, Lie::Page, Lie::Error}) {
      for (int first = 0;; first += step) {
        liar.proxy.set_plan({.lie = lie, .first = first});
        const ProgramRun run = run_arbiter(command);
        liar.proxy.clear_plan();
        CAPTURE(command, lie, first, run.errors);
        if (run.status == 0) {
          CHECK(run.output == whole.output);
        } else {
          CHECK(run.status == 2);
          CHECK_THAT(run.errors, Contains(liar.host()));
        }
        if (liar.proxy.lies() == 0) break;
      }
    }
  }
}

TEST_CASE("games deleted through a proxy that changes a request are deleted once") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  Liar liar;
  for (const Lie lie : {Lie::Double, Lie::Drop, Lie::LoseAnswer, Lie::Page}) {
    const std::string name = liar.fresh();
    REQUIRE(liar.import(name).status == 0);
    const std::string file = write_scratch("deleted.db", "");
    REQUIRE(run_arbiter({"import", "-q", file, liar.pgn}).status == 0);
    for (int number = 0;; ++number) {
      const auto erase = [&](const std::string& database) {
        const std::string player = fmt::format("Player{:03}", number);
        return run_arbiter({"delete", database, "--player", player, "--yes"});
      };
      liar.proxy.set_plan({.lie = lie, .first = number * (is_nightly() ? 1 : 4)});
      ProgramRun run = erase(name);
      liar.proxy.clear_plan();
      CAPTURE(lie, number, run.output, run.errors);
      if (run.status != 0) {
        CHECK(run.status == 2);
        CHECK_THAT(run.errors, Contains("shard 2") || Contains(liar.host()));
        run = erase(name);
      }
      CHECK_THAT(run.output, Contains(fmt::format("deleted, {} left", kSameGames - number - 1)));
      REQUIRE(erase(file).status == 0);
      if (liar.proxy.lies() == 0) break;
    }
    CHECK(counts_of(*opened(name)) == counts_of(*opened(file)));
    CHECK(tree_of(name) == tree_of(file));
    CHECK(run_arbiter({"verify", name}).status == 0);
  }
}

TEST_CASE("games that a batch has twice or lacks are found by verify, and repaired") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  Liar liar;
  const ExpectedAnswers expected({liar.pgn});
  const std::string other = write_scratch("other.pgn", read_text("testdata/tournament.pgn"));
  const std::string both = write_scratch("both.db", "");
  REQUIRE(run_arbiter({"import", "-q", both, liar.pgn, other}).status <= 1);
  for (const std::string table : {"games", "positions", "sums", "lost"}) {
    const std::string name = liar.fresh();
    REQUIRE(run_arbiter({"import", "-q", name, other}).status <= 1);
    REQUIRE(liar.import(name).status == 0);
    REQUIRE(run_arbiter({"delete", name, "--player", "Player007", "--yes"}).status == 0);
    const std::string shard = liar.second_shard();
    if (table == "lost") {
      liar.cluster.node(1).query(fmt::format("drop table {}.games", shard));
      REQUIRE(run_arbiter({"cluster", "init", name}).status == 0);
    } else {
      liar.cluster.node(1).query(
          fmt::format("insert into {0}.{1} select * from {0}.{1}", shard, table));
    }
    const ProgramRun found = run_arbiter({"verify", name});
    CAPTURE(table, found.output, found.errors);
    CHECK(found.status == 1);
    if (table != "sums") CHECK_THAT(found.output, Contains(liar.pgn) && Contains("repair --apply"));
    CHECK(run_arbiter({"cluster", "repair", name}).status == 2);
    const ProgramRun repaired = run_arbiter({"cluster", "repair", name, "--apply"});
    CAPTURE(repaired.output, repaired.errors);
    CHECK(repaired.status == (table == "sums" ? 0 : 1));
    const ProgramRun verified = run_arbiter({"verify", name});
    CAPTURE(verified.output);
    CHECK(verified.status == 0);
    if (table == "sums") continue;
    CHECK_THAT(repaired.output, Contains(liar.pgn));
    REQUIRE(run_arbiter({"import", "-q", name, liar.pgn, other}).status <= 1);
    CHECK(run_arbiter({"verify", name}).status == 0);
    CHECK(tree_of(name) == tree_of(both));
    CHECK(exported_games(name) == exported_games(both));
  }
}

}  // namespace
}  // namespace arbiter::testing
