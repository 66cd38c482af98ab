// A proxy in front of a server of each version swaps the responses to two requests. Each command
// succeeds correctly, or reports an error that names the server. Afterwards repeating the import
// completes it.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/cluster/engine_server.h"
#include "tests/cluster/lying_proxy.h"
#include "tests/cluster/same_games.h"
#include "tests/cluster/test_cluster.h"
#include "tests/support/corpus.h"
#include "tests/support/skip.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using Words = std::vector<std::string>;

enum class Version { Oldest, Current };

std::string obstacle_of(Version version) {
  return version == Version::Oldest ? cluster_obstacle() : engine_obstacle();
}

// A server with two shards behind the proxy.
class OneServer {
 public:
  explicit OneServer(Version version) {
    if (version == Version::Oldest) {
      cluster_.emplace(ClusterPlan{.nodes = 1});
    } else {
      server_.emplace(shared_engine());
    }
    proxy_.emplace(cluster_ ? cluster_->node(0).port() : server_->port());
  }

  // Creates a database.
  std::string fresh() {
    static int made = 0;  // the in-process version has one server for all tests
    const std::string name = fmt::format("clickhouse://{}/one{}", host(), ++made);
    const ProgramRun run = run_arbiter({"cluster", "init", name, "--shards", "2"});
    CAPTURE(run.errors);
    REQUIRE(run.status == 0);
    return name;
  }

  std::string host() const { return fmt::format("127.0.0.1:{}", proxy_->port()); }
  LyingProxy& proxy() { return *proxy_; }

 private:
  std::optional<TestCluster> cluster_;
  std::optional<EngineServer> server_;
  std::optional<LyingProxy> proxy_;
};

TEST_CASE("every command is right or fails if two of its responses are swapped") {
  const auto version = GENERATE(Version::Oldest, Version::Current);
  if (const auto lacks = obstacle_of(version); !lacks.empty()) SKIP_TEST(lacks);
  OneServer server(version);
  LyingProxy& proxy = server.proxy();
  const std::string name = server.fresh();
  REQUIRE(run_arbiter({"import", "-q", name, same_games(2024), "--batch", "20"}).status == 0);
  int swaps = 0;
  for (const Words& command :
       {Words{"export", name, "-q"}, Words{"export", name, "-q", "--sort", "-date"},
        Words{"tree", name, "--format", "csv"}, Words{"find", name, "--format", "csv"},
        Words{"find", name, "--moves", "1. e4", "--format", "csv"},
        Words{"stats", name, "--format", "csv"}, Words{"verify", name}}) {
    const ProgramRun whole = run_arbiter(command);
    REQUIRE(whole.status == 0);
    // `verify` sends many requests.
    const int step = (command.front() == "verify" ? 9 : 1) * (is_nightly() ? 1 : 4);
    for (int first = 0;; first += step) {
      proxy.set_plan({.lie = Lie::Swap, .first = first});
      const ProgramRun run = run_arbiter(command);
      proxy.clear_plan();
      CAPTURE(version, command, first, run.errors, proxy.swaps());
      if (run.status == 0) {
        CHECK(run.output == whole.output);
      } else {
        CHECK(run.status == 2);
        // A response that does not match its query names no host.
        CHECK_THAT(run.errors, Contains(server.host()) || Contains("any proxies"));
      }
      swaps += proxy.swaps();
      if (proxy.lies() == 0) break;
    }
  }
  CHECK(swaps > 0);
}

TEST_CASE("imports whose responses are swapped with each other end, and can be repeated") {
  const auto version = GENERATE(Version::Oldest, Version::Current);
  if (const auto lacks = obstacle_of(version); !lacks.empty()) SKIP_TEST(lacks);
  OneServer server(version);
  const Words files = {same_games(2024), same_games(2025)};
  const ExpectedAnswers expected(files);
  int swaps = 0;
  for (const int every : {1, 2, 5}) {
    const std::string name = server.fresh();
    const auto import = [&](const std::string& pgn) {
      return fmt::format("arbiter import -q '{}' '{}' --batch 50", name, pgn);
    };
    server.proxy().set_plan({.lie = Lie::Swap, .every = every});
    const ProgramRun run = run_shell(import(files[0]) + " & " + import(files[1]) + "; wait");
    server.proxy().clear_plan();
    swaps += server.proxy().swaps();
    CAPTURE(version, every, run.output);
    for (const std::string& pgn : files) {
      const ProgramRun again = run_shell(import(pgn));
      CAPTURE(again.output);
      CHECK(again.status == 0);
    }
    expected.check(name);
  }
  CHECK(swaps > 0);
}

}  // namespace
}  // namespace arbiter::testing
