// Tests two programs that run the same command at the same time: nothing is done twice.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/cluster/store_answers.h"
#include "tests/cluster/test_cluster.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/corpus.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

constexpr int kRivals = 3;

int rounds() { return is_nightly() ? 2 : 1; }

std::unique_ptr<TestCluster> replicated_cluster() {
  return std::make_unique<TestCluster>(ClusterPlan{.has_zookeeper = HasZooKeeper::Yes});
}

std::string made(TestCluster& cluster, const std::string& name, int replicas) {
  const std::string url = cluster.url(name);
  REQUIRE(
      run_arbiter({"cluster", "init", url, "--shards", "2", "--replicas", std::to_string(replicas)})
          .status == 0);
  return url;
}

int times_in(const std::string& text, const std::string& words) {
  int times = 0;
  for (auto at = text.find(words); at != text.npos; at = text.find(words, at + 1)) ++times;
  return times;
}

// Runs several instances of the command at once. Returns their outputs, each followed by its
// status.
std::string run_at_once(const std::string& command) {
  std::string line;
  for (int i = 0; i < kRivals; ++i) line += fmt::format("({}; echo status $?) & ", command);
  return run_shell(line + "wait").output;
}

// Returns copies of a tournament, each as a separate event. With twenty copies, frequent positions
// have sums.
std::string games_of(int copies, const std::string& file) {
  const std::string line = fmt::format(
      "for i in {{1..{}}}; do sed \"s/^.Event ./&$i /\" testdata/tournament.pgn; done >'{}'",
      copies, file);
  REQUIRE(run_shell(line).status == 0);
  return file;
}

struct Expected {
  TemporaryFolder folder;
  std::string games = games_of(20, folder.path("many.pgn"));
  std::string database = folder.path("expected.db");
  Expected() { REQUIRE(run_arbiter({"import", "-q", database, games}).status <= 1); }

  std::vector<std::string> counts() const { return counts_of(*opened(database)); }
};

std::string tree_of(const std::string& database) {
  return run_arbiter({"tree", database, "--format", "csv"}).output;
}

TEST_CASE("a file that several programs import at once is in the cluster once") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  const auto cluster = replicated_cluster();
  const Expected expected;
  const int replicas = GENERATE(1, 2);
  for (int round = 1; round <= rounds(); ++round) {
    const std::string url = made(*cluster, fmt::format("games{}_{}", replicas, round), replicas);
    const std::string words = run_at_once(
        fmt::format("arbiter import -q --batch 100 '{}' '{}' 2>&1", url, expected.games));
    CAPTURE(replicas, round, words);
    // A program that detects another one reports it. Afterwards a single run completes the rest.
    CHECK(times_in(words, "status 2") == times_in(words, "another program"));
    const ProgramRun last = run_arbiter({"import", "-q", "--batch", "100", url, expected.games});
    CAPTURE(last.errors);
    CHECK(last.status <= 1);
    CHECK(counts_of(*opened(url)) == expected.counts());
    CHECK(tree_of(url) == tree_of(expected.database));
    CHECK(run_arbiter({"verify", url}).status == 0);
  }
}

TEST_CASE("programs that split a file differently neither duplicate nor hide its games") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  const auto cluster = replicated_cluster();
  const int replicas = GENERATE(1, 2);
  for (int round = 1; round <= rounds(); ++round) {
    const std::string url = made(*cluster, fmt::format("parts{}_{}", replicas, round), replicas);
    // The first file is known, and has grown; the second is new.
    const TemporaryFolder folder;
    const std::string grown = games_of(5, folder.path("grown.pgn"));
    REQUIRE(run_arbiter({"import", "-q", url, grown}).status <= 1);
    games_of(20, grown);
    const std::string other = folder.write("other.pgn", read_text("testdata/tournament.pgn"));
    const std::string words =
        run_shell(fmt::format("for b in 20 33 70; do (arbiter import -q --batch $b "
                              "'{0}' '{1}' '{2}' 2>&1) & (arbiter import -q "
                              "--batch $b '{0}' '{1}' 2>&1) & done; wait",
                              url, other, grown))
            .output;
    CAPTURE(replicas, round, words);
    const ProgramRun last = run_arbiter({"import", "-q", url, grown, other});
    CAPTURE(last.errors);
    CHECK(last.status <= 1);
    const std::string file = folder.path("one.db");
    REQUIRE(run_arbiter({"import", "-q", file, grown, other}).status <= 1);
    CHECK(counts_of(*opened(url)) == counts_of(*opened(file)));
    CHECK(exported_games(url) == exported_games(file));
    CHECK(tree_of(url) == tree_of(file));
    CHECK(run_arbiter({"verify", url}).status == 0);
  }
}

TEST_CASE("games that several programs delete at once are subtracted once") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  const auto cluster = replicated_cluster();
  const Expected expected;
  const auto erase = [](const std::string& database) {
    return run_arbiter({"delete", database, "--player", "Adler", "--yes"}).status;
  };
  const int replicas = GENERATE(1, 2);
  for (int round = 1; round <= rounds(); ++round) {
    const std::string url = made(*cluster, fmt::format("less{}_{}", replicas, round), replicas);
    REQUIRE(run_arbiter({"import", "-q", url, expected.games}).status <= 1);
    const std::string words =
        run_at_once(fmt::format("arbiter delete '{}' --player Adler --yes 2>&1", url));
    CAPTURE(replicas, round, words);
    CHECK(erase(url) == 0);
    REQUIRE(erase(expected.database) == 0);
    CHECK(counts_of(*opened(url)) == expected.counts());
    CHECK(tree_of(url) == tree_of(expected.database));
    CHECK(run_arbiter({"verify", url}).status == 0);
  }
}

}  // namespace
}  // namespace arbiter::testing
