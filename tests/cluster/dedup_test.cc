// Compares `arbiter dedup` on a cluster and on an SQLite file with the same games.
#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <string>
#include <vector>

#include "tests/cluster/store_answers.h"
#include "tests/cluster/test_cluster.h"
#include "tests/db/written_games.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using Words = std::vector<std::string>;

// The same games in a file and in a cluster, where copies of a game are on both shards.
struct TwoStores {
  explicit TwoStores(TestCluster& servers) : cluster(servers.url("games")) {
    REQUIRE(run_arbiter({"cluster", "init", cluster}).status == 0);
    for (const std::string& text : files_with_duplicates()) {
      folder.write("games" + std::to_string(++files) + ".pgn", text);
      const std::string pgn = folder.path("games" + std::to_string(files) + ".pgn");
      REQUIRE(run_arbiter({"import", "-q", file, pgn}).status <= 1);
      REQUIRE(run_arbiter({"import", "-q", cluster, pgn, "--batch", "2"}).status <= 1);
    }
    for (const std::size_t node : {0, 1}) {
      const std::string shard = node == 0 ? "games_s1" : "games_s2";
      const std::string count = servers.node(node).query("select count() from " + shard + ".games");
      REQUIRE(std::stoi(count) > 5);
    }
  }

  TemporaryFolder folder;
  int files = 0;
  std::string cluster;
  std::string file = folder.path("games.db");
};

// Returns the output without game ids, which differ in a cluster but have the same order.
std::string without_numbers(const std::string& output) {
  return std::regex_replace(output, std::regex("\"game\":[0-9]+"), "\"game\":N");
}

std::string deduplicated(const std::string& store, const Words& options) {
  Words words = {"dedup", store, "--format", "json"};
  words.insert(words.end(), options.begin(), options.end());
  const ProgramRun run = run_arbiter(words);
  CAPTURE(store, run.errors);
  CHECK(run.status == 0);
  return without_numbers(run.output);
}

std::string count_of(const std::string& store) {
  return run_arbiter({"find", store, "--count"}).output;
}

TEST_CASE("the duplicates of a cluster are those of a file with the same games") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster servers({});
  const TwoStores stores(servers);
  const std::string all = deduplicated(stores.file, {});
  for (const std::string kind : {"same-moves", "prefix", "other-names"}) {
    CHECK_THAT(all, Contains("\"kind\":\"" + kind + "\""));
  }
  CHECK_THAT(all, Contains("comments or variations of its own") && Contains("ECO of its own") &&
                      Contains("its result is unknown") && Contains("it has 2 tags fewer"));
  CHECK(deduplicated(stores.cluster, {}) == all);
  const std::vector<Words> questions = {
      {"--kind", "same-moves"},  {"--kind", "prefix"},          {"--kind", "other-names"},
      {"--player", "carlsen"},   {"--date", "2013.11"},         {"--plies", "..20"},
      {"--source", "games2"},    {"--player", "nobody"},        {"--tag", "Annotator=somebody"},
      {"--pattern", "move Nf3"}, {"--where", "not event=blitz"}};
  for (const Words& question : questions) {
    CAPTURE(question);
    CHECK(deduplicated(stores.cluster, question) == deduplicated(stores.file, question));
  }
}

TEST_CASE("the duplicates of a cluster are deleted once, and no other games") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster servers({});
  const TwoStores stores(servers);
  const std::string before = count_of(stores.file);
  for (const Words& options : {Words{"--apply", "--kind", "prefix"}, Words{"--apply"}}) {
    CAPTURE(options);
    const std::string deleted = deduplicated(stores.file, options);
    CHECK_THAT(deleted, !Contains("\"deleted\":0"));
    CHECK(deduplicated(stores.cluster, options) == deleted);
    CHECK(counts_of(*opened(stores.cluster)) == counts_of(*opened(stores.file)));
    CHECK(exported_games(stores.cluster) == exported_games(stores.file));
    for (const std::string& store : {stores.file, stores.cluster}) {
      CHECK(run_arbiter({"verify", store}).status == 0);
    }
  }
  const std::string after = count_of(stores.cluster);
  CHECK(after != before);
  CHECK_THAT(deduplicated(stores.cluster, {"--apply"}), Contains("\"deleted\":0"));
  CHECK(count_of(stores.cluster) == after);
}

TEST_CASE("without a shard no duplicates are shown and none are deleted") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster servers({});
  const TwoStores stores(servers);
  const std::string whole = deduplicated(stores.cluster, {});
  servers.node(1).kill();
  for (const Words& options : {Words{}, Words{"--apply"}}) {
    Words words = {"dedup", stores.cluster, "--format", "csv"};
    words.insert(words.end(), options.begin(), options.end());
    const ProgramRun run = run_arbiter(words);
    CAPTURE(options, run.errors);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("shard 2") && Contains(servers.host(1)));
    CHECK(lines_of(run.output).size() <= 1);
  }
  servers.node(1).start();
  CHECK(deduplicated(stores.cluster, {}) == whole);
}

}  // namespace
}  // namespace arbiter::testing
