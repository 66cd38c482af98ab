// Tests merges of the sums of many batches, by a command or by imports. The results remain the
// same, from fewer rows.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/cluster/lying_proxy.h"
#include "tests/cluster/store_answers.h"
#include "tests/cluster/test_cluster.h"
#include "tests/cluster/waiting.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/corpus.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using namespace std::chrono_literals;

// Returns the numbers of replicas per shard to test.
std::vector<int> replica_counts() { return is_nightly() ? std::vector{1, 2} : std::vector{1}; }

constexpr std::uint64_t kMaxSets = 15;  // maximum number per shard after an import

// Returns games with numbers from `first` on, which reach the same positions.
std::string games(int first, int count) {
  std::string pgn;
  for (int number = first; number < first + count; ++number) {
    pgn += fmt::format(
        "[Event \"Cup\"]\n[Site \"Ulm\"]\n[Date \"{}.01.{:02}\"]\n[Round \"{}\"]\n"
        "[White \"Player{:03}\"]\n[Black \"Guest\"]\n[WhiteElo \"{}\"]\n[Result \"{}\"]\n\n"
        "1. {} e5 2. Nf3 Nc6 {}\n\n",
        2000 + number % 20, number % 28 + 1, number, number,
        number % 3 == 0 ? 0 : 2000 + number % 800, number % 4 == 0 ? "1-0" : "1/2-1/2",
        number % 5 == 0 ? "d4" : "e4", number % 4 == 0 ? "1-0" : "1/2-1/2");
  }
  return pgn;
}

std::string tree_of(const std::string& store) {
  return run_arbiter({"tree", store, "--format", "csv"}).output +
         run_arbiter({"tree", store, "--moves", "1. e4 e5", "--format", "csv"}).output;
}

void add(const std::string& store, const std::string& pgn) {
  const ProgramRun run = run_arbiter({"import", "-q", store, pgn, "--batch", "100"});
  CAPTURE(run.errors);
  REQUIRE(run.status <= 1);
}

// Returns the number of completed batches whose sums were not merged.
std::uint64_t sets_of(const ServerNode& server, const std::string& shard) {
  return std::stoull(server.query(
      fmt::format("select count() from (select batch, max(state) as last from {0}.batches"
                  " where sum_rows > 0 group by batch) where last = 2 and batch not in"
                  " (select arrayJoin(first_games) from {0}.batches where kind = 3 and state = 2)",
                  shard)));
}

// Waits until both shards have few sets, because replication takes time.
void wait_for_few_sets(TestCluster& cluster) {
  wait_until("the sums are merged", 30s, [&] {
    return sets_of(cluster.node(0), "games_s1") <= kMaxSets &&
           sets_of(cluster.node(1), "games_s2") <= kMaxSets;
  });
}

// A cluster and a file with the same games.
struct Pair {
  std::string database;
  TemporaryFolder folder = {};
  std::string file = folder.path("games.db");

  void import(const std::string& name, int first, int count) const {
    const std::string pgn = folder.write(name, games(first, count));
    add(database, pgn);
    add(file, pgn);
  }
  void check() const {
    CHECK(tree_of(database) == tree_of(file));
    const ProgramRun verified = run_arbiter({"verify", database});
    CAPTURE(verified.output, verified.errors);
    CHECK(verified.status == 0);
  }
};

// A cluster of two shards, each on one node or on both nodes.
struct TwoShards {
  TestCluster cluster;
  Pair pair;

  explicit TwoShards(int replicas)
      : cluster({.has_zookeeper = replicas > 1 ? HasZooKeeper::Yes : HasZooKeeper::No}),
        pair{cluster.url("games")} {
    REQUIRE(run_arbiter({"cluster", "init", pair.database, "--shards", "2", "--replicas",
                         std::to_string(replicas)})
                .status == 0);
  }
};

TEST_CASE("after a compaction, trees are the same, and read a row per position and move") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TwoShards shards(GENERATE(1, 2));
  auto& [cluster, pair] = shards;
  const std::string& database = pair.database;
  pair.import("games.pgn", 0, 1000);
  const auto rows = [&] { return cluster.node(1).query("select count() from games_s2.sums"); };
  pair.check();
  const std::uint64_t before = std::stoull(rows());
  for (int times = 0; times < 2; ++times) {
    const ProgramRun run = run_arbiter({"cluster", "compact", database});
    CAPTURE(times, run.output, run.errors);
    CHECK(run.status == 0);
    CHECK_THAT(run.output, Contains(times == 0 ? "10 batches merged" : "0 batches merged"));
    pair.check();
  }
  wait_until("the old rows are removed", 60s, [&] { return std::stoull(rows()) < before; });
  CHECK(std::stoull(rows()) * 4 < before);
  pair.check();
  // Deletions, more imports and another compaction follow.
  for (const std::string& store : {database, pair.file}) {
    REQUIRE(run_arbiter({"delete", store, "--player", "Player00", "--yes"}).status == 0);
    add(store, "testdata/tournament.pgn");
  }
  pair.check();
  CHECK(run_arbiter({"cluster", "compact", database}).status == 0);
  pair.check();
  CHECK(counts_of(*opened(database)) == counts_of(*opened(pair.file)));
}

TEST_CASE("imports merge the sums of many batches, and leave those of a few") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TwoShards shards(GENERATE(from_range(replica_counts())));
  auto& [cluster, pair] = shards;
  pair.import("many.pgn", 0, 4000);
  wait_for_few_sets(cluster);
  wait_until("the old rows are removed", 60s, [&] {
    return std::stoull(cluster.node(1).query("select uniqExact(batch) from games_s2.sums")) == 1;
  });
  pair.check();
  for (int time = 0; time < (is_nightly() ? 7 : 4); ++time) {
    pair.import(fmt::format("{}.pgn", time), 4000 + 600 * time, 600);
    wait_for_few_sets(cluster);
    if (time % 3 == 0) pair.check();
  }
  for (const std::string& store : {pair.database, pair.file}) {
    REQUIRE(run_arbiter({"delete", store, "--player", "Player00", "--yes"}).status == 0);
  }
  pair.check();
  CHECK(counts_of(*opened(pair.database)) == counts_of(*opened(pair.file)));
}

TEST_CASE("workers and programs that import at once merge sums once") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TwoShards shards(GENERATE(from_range(replica_counts())));
  auto& [cluster, pair] = shards;
  constexpr int kGames = 2000;  // number of games per program
  std::string line;
  for (int program = 0; program < 3; ++program) {
    const std::string pgn =
        pair.folder.write(fmt::format("{}.pgn", program), games(kGames * program, kGames));
    add(pair.file, pgn);
    line += fmt::format("(arbiter import -q --batch 100 {} '{}' '{}' 2>&1; echo status $?) & ",
                        program == 0 ? "--workers 3" : "", pair.database, pgn);
  }
  // Runs queries and deletions at the same time.
  line += fmt::format(
      "for i in 1 2 3; do arbiter tree '{0}' >/dev/null 2>&1; arbiter delete '{0}' --player"
      " Player1$i --yes >/dev/null 2>&1; arbiter cluster compact -q '{0}' 2>&1; done & ",
      pair.database);
  const std::string output = run_shell(line + "wait").output;
  CAPTURE(output);
  for (int time = 1; time <= 3; ++time) {
    const std::string player = fmt::format("Player1{}", time);
    for (const std::string& store : {pair.database, pair.file}) {
      REQUIRE(run_arbiter({"delete", store, "--player", player, "--yes"}).status == 0);
    }
  }
  pair.check();
  pair.import("last.pgn", 3 * kGames, 100);
  wait_for_few_sets(cluster);
  pair.check();
}

TEST_CASE("an import does not merge sums while another program does, nor wait for it") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({.nodes = 1});
  const Pair pair{cluster.url("games")};
  REQUIRE(run_arbiter({"cluster", "init", pair.database}).status == 0);
  const auto set_lock = [&](int version, bool is_held) {
    cluster.node(0).query(
        fmt::format("insert into games_s1.locks (lock, holder, writer, version, at, is_held)"
                    " select toUInt32(4294967293), toUInt64(7), 'elsewhere/1/1', toUInt32({}),"
                    " toUInt64(toUnixTimestamp(now())), toUInt8({:d})",
                    version, is_held));
  };
  set_lock(1, true);
  pair.import("many.pgn", 0, 2000);
  CHECK(sets_of(cluster.node(0), "games_s1") == 20);
  pair.check();
  const ProgramRun compaction = run_arbiter({"cluster", "compact", pair.database});
  CHECK(compaction.status == 2);
  CHECK_THAT(compaction.errors, Contains("another program (elsewhere/1/1) is merging sums"));
  // Deletions need not wait for the merge.
  for (const std::string& store : {pair.database, pair.file}) {
    CHECK(run_arbiter({"delete", store, "--player", "Player00", "--yes"}).status == 0);
  }
  set_lock(2, false);
  pair.import("last.pgn", 2000, 100);
  CHECK(sets_of(cluster.node(0), "games_s1") <= kMaxSets);
  pair.check();
}

TEST_CASE("a merge that fails anywhere changes no sum, and the next import repeats it") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({.nodes = 1});
  LyingProxy proxy(cluster.node(0).port());
  struct Case {
    LiePlan plan;
    std::vector<Lie> lies;
  };
  // Before the merge, the ledger has two rows for each batch.
  const Case cases[] = {
      {{.containing = "INSERT INTO sums (key"},
       {Lie::Double, Lie::Drop, Lie::LoseAnswer, Lie::EmptyOfServer}},
      {{.containing = "ALTER TABLE sums"}, {Lie::Drop}},
      {{.containing = "cityHash64(key, move, sum(unfinished)"}, {Lie::EmptyOfServer}},
      {{.first = 32, .containing = "INSERT%20INTO%20batches"}, {Lie::Drop, Lie::LoseAnswer}},
      {{.first = 33, .containing = "INSERT%20INTO%20batches"}, {Lie::Double, Lie::Drop}},
  };
  int made = 0;
  for (auto [plan, lies] : cases) {
    if (!is_nightly()) lies.resize(1);
    for (const Lie lie : lies) {
      const std::string shard = fmt::format("games{}", ++made);
      const Pair pair{fmt::format("clickhouse://127.0.0.1:{}/{}", proxy.port(), shard)};
      REQUIRE(run_arbiter({"cluster", "init", pair.database}).status == 0);
      plan.lie = lie;
      proxy.set_plan(plan);
      CAPTURE(plan.containing, plan.first, lie);
      pair.import("many.pgn", 0, 1600);
      CHECK(proxy.lies() == 1);
      proxy.clear_plan();
      pair.check();
      pair.import("last.pgn", 1600, 100);
      CHECK(sets_of(cluster.node(0), shard + "_s1") <= kMaxSets);
      pair.check();
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
