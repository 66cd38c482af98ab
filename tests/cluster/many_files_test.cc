// Tests imports of many files by several workers: the number of requests, and the order of games.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <catch2/catch.hpp>

#include "tests/cluster/lying_proxy.h"
#include "tests/cluster/store_answers.h"
#include "tests/cluster/test_cluster.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

constexpr int kFiles = 300;

std::string game(int number) {
  return fmt::format(
      "[Event \"Cup\"]\n[Site \"Ulm\"]\n[Date \"2024.01.{:02}\"]\n[Round \"{}\"]\n"
      "[White \"Player{:05}\"]\n[Black \"Guest\"]\n[Result \"1-0\"]\n\n"
      "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n",
      number % 28 + 1, number, number);
}

TEST_CASE("many small files need few requests") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({.nodes = 1});
  LyingProxy proxy(cluster.node(0).port());
  const TemporaryFolder folder;
  for (int number = 0; number < kFiles; ++number) {
    folder.write(fmt::format("{:04}.pgn", number), game(number));
  }
  const std::string database = fmt::format("clickhouse://127.0.0.1:{}/games", proxy.port());
  REQUIRE(run_arbiter({"cluster", "init", database}).status == 0);
  proxy.set_plan({.lie = Lie::Error, .first = 1'000'000});
  const ProgramRun run = run_arbiter({"import", "-q", database, folder.path("")});
  CAPTURE(run.errors);
  REQUIRE(run.status == 0);
  CHECK(proxy.requests() < 60);
  const std::string file = folder.path("games.db");
  REQUIRE(run_arbiter({"import", "-q", file, folder.path("")}).status == 0);
  CHECK(counts_of(*opened(database)) == counts_of(*opened(file)));
  CHECK(run_arbiter({"verify", database}).status == 0);
  proxy.set_plan({.lie = Lie::Error, .first = 1'000'000});
  CHECK(run_arbiter({"import", "-q", database, folder.path("")}).status == 0);
  CHECK(proxy.requests() < 20);
}

TEST_CASE("the order of games does not depend on the workers") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({});
  const TemporaryFolder folder;
  std::vector<std::string> files;
  for (int file = 0; file < 5; ++file) {
    std::string text;
    for (int number = 0; number < 400; ++number) text += game(file * 1000 + number);
    files.push_back(folder.write(fmt::format("{}.pgn", file), text));
  }
  REQUIRE(run_shell(fmt::format("gzip '{}'", files[2])).status == 0);
  files[2] += ".gz";
  std::string exported;
  for (int round = 0; round < 4; ++round) {
    const std::string database = cluster.url(fmt::format("round{}", round));
    REQUIRE(run_arbiter({"cluster", "init", database}).status == 0);
    const std::string all = fmt::format("'{}'", fmt::join(files, "' '"));
    // The last round runs several programs instead of workers.
    const std::string line =
        round < 3 ? fmt::format("arbiter import -q --batch 50 --workers 4 '{}' {}", database, all)
                  : fmt::format(
                        "for k in 4 3 2 1; do arbiter import -q --batch 50 --part $k/4 '{}' "
                        "{} & done; wait",
                        database, all);
    const ProgramRun run = run_shell(line);
    CAPTURE(round, run.output);
    REQUIRE(run.status == 0);
    const std::string found = run_arbiter({"export", "-q", database}).output;
    if (round == 0) exported = found;
    CHECK(found == exported);
    CHECK(run_arbiter({"find", database, "--count"}).output == "2000\n");
  }
}

}  // namespace
}  // namespace arbiter::testing
