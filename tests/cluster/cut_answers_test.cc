// Tests truncated responses of a shard: each command completes, or reports an error that names the
// shard.
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

constexpr int kPlayers = 100;
constexpr int kGamesOfPlayer = 3;

std::string player(int number) { return fmt::format("Player{:03}", number); }

// Returns games of every player in several batches, so that both shards have some.
std::string games() {
  std::string pgn;
  for (int round = 1; round <= kGamesOfPlayer; ++round) {
    for (int number = 0; number < kPlayers; ++number) {
      pgn += fmt::format(
          "[Event \"Cup\"]\n[Site \"Ulm\"]\n[Date \"2024.01.{:02}\"]\n[Round \"{}\"]\n"
          "[White \"{}\"]\n[Black \"Guest\"]\n[Result \"1-0\"]\n\n"
          "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n",
          number % 28 + 1, round, player(number));
    }
  }
  return write_scratch("cut_answers.pgn", pgn);
}

// Creates two shards on two nodes.
std::string filled(TestCluster& cluster) {
  const std::string database = cluster.url("games");
  REQUIRE(run_arbiter({"cluster", "init", database}).status == 0);
  const ProgramRun run = run_arbiter({"import", "-q", database, games(), "--batch", "10"});
  CAPTURE(run.errors);
  REQUIRE(run.status <= 1);
  REQUIRE(cluster.node(1).query("select count() > 99 from games_s2.games") == "1\n");
  return database;
}

// Runs the command until all responses of the second node were cut. After a failure, the responses
// up to the cut one pass. Returns the number of cuts.
template <class Run>
int cut_each_answer(TestCluster& cluster, AnswerCut cut, Run run_is_complete) {
  CuttingProxy& proxy = cluster.proxy(1);
  const int before = proxy.cuts();
  for (;;) {
    const int cuts = proxy.cuts();
    proxy.cut_answers(cut);
    const bool is_complete = run_is_complete();
    proxy.pass_answers();
    if (is_complete) return proxy.cuts() - before;
    REQUIRE(proxy.cuts() > cuts);
    cut.first += cut.every * (proxy.cuts() - cuts - 1) + 1;
  }
}

// Only every third response is cut at the same point, so that both responses to a retry pass. These
// are the result, and the row count if the result is empty.
constexpr int kThird = 3;
constexpr int kSome = 9;  // for commands with many requests

// Cuts the response after each header line, and within the body.
template <class Run>
void cut_everywhere(TestCluster& cluster, int every, Run run_is_complete) {
  int lines = 0;
  AnswerCut cut{.every = every};
  while (cut_each_answer(cluster, cut, run_is_complete) > 0) {
    cut.lines = ++lines;
    cut.first = lines % every;
  }
  CHECK(lines > kSome);
}

void check_names_shard(const ProgramRun& run, const TestCluster& cluster) {
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains("shard 2") && Contains(cluster.host(1)));
}

TEST_CASE("queries whose responses are cut once are complete, or an error that names the shard") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({});
  const std::string database = filled(cluster);
  for (const Words& question :
       {Words{"export", database, "-q"}, Words{"tree", database, "--format", "csv"},
        Words{"find", database, "--moves", "1. e4", "--format", "csv"},
        Words{"stats", database, "--format", "csv"}, Words{"verify", database}}) {
    const ProgramRun whole = run_arbiter(question);
    REQUIRE(whole.status == 0);
    cut_everywhere(cluster, question.front() == "verify" ? kSome : kThird, [&] {
      const ProgramRun run = run_arbiter(question);
      CAPTURE(question, run.errors);
      if (run.status != 0) return check_names_shard(run, cluster), false;
      CHECK(run.output == whole.output);
      return true;
    });
  }
}

TEST_CASE("games deleted while responses are cut are deleted once") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({});
  const std::string database = filled(cluster);
  int deleted = 0;
  const auto erase_next = [&] {
    REQUIRE(deleted < kPlayers);
    return run_arbiter({"delete", database, "--player", player(deleted), "--yes"});
  };
  const auto left = [&] {
    return fmt::format("deleted, {} left", (kPlayers - deleted - 1) * kGamesOfPlayer);
  };
  cut_everywhere(cluster, kThird, [&] {
    const ProgramRun run = erase_next();
    const bool is_complete = run.status == 0;
    CAPTURE(run.output, run.errors);
    if (is_complete) {
      CHECK_THAT(run.output, Contains(fmt::format("{} games {}", kGamesOfPlayer, left())));
    } else {
      check_names_shard(run, cluster);
      cluster.proxy(1).pass_answers();
      CHECK_THAT(erase_next().output, Contains(left()));
    }
    ++deleted;
    return is_complete;
  });
  const std::string file = write_scratch("cut_answers.db", "");
  REQUIRE(run_arbiter({"import", "-q", file, games()}).status <= 1);
  for (int number = 0; number < deleted; ++number) {
    REQUIRE(run_arbiter({"delete", file, "--player", player(number), "--yes"}).status == 0);
  }
  CHECK(counts_of(*opened(database)) == counts_of(*opened(file)));
  CHECK(run_arbiter({"verify", database}).status == 0);
}

TEST_CASE("a command that gets no complete response of a shard fails, and names it") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({});
  const std::string database = filled(cluster);
  cluster.proxy(1).cut_answers({.lines = 3});
  // The commands run in parallel, because each one retries for seconds.
  std::string line;
  const Words commands = {"export -q", "tree", "find", "stats", "verify", "delete --player Player"};
  for (const std::string& command : commands) {
    line +=
        fmt::format("(words=$(arbiter {} '{}' 2>&1); echo \"$? $words\") & ", command, database);
  }
  const std::string output = run_shell(line + "wait").output;
  CAPTURE(output);
  CHECK(lines_of(output).size() == commands.size());
  for (const std::string& answer : lines_of(output)) {
    CHECK_THAT(answer, Catch::Matchers::StartsWith("2 ") && Contains("shard 2") &&
                           Contains(cluster.host(1)));
  }
}

}  // namespace
}  // namespace arbiter::testing
