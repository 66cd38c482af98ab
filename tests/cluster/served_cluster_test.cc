// Tests cluster queries whose clients have disconnected: they end both here and on the servers.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <stop_token>
#include <thread>

#include "db/clickhouse/wire/http_endpoint.h"
#include "db/model/query_stop.h"
#include "tests/cluster/lying_proxy.h"
#include "tests/cluster/test_cluster.h"
#include "tests/cluster/waiting.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

namespace arbiter::testing {
namespace {

using namespace std::chrono_literals;
using Catch::Matchers::StartsWith;

TEST_CASE("a query that is stopped ends at the server") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  const TemporaryFolder folder;
  const ServerNode node({.folder = folder.path("node"), .zookeeper = std::nullopt});
  clickhouse::HttpEndpoint endpoint({"127.0.0.1", node.port()}, clickhouse::Transport::Plain, {});
  const auto is_running = [&node] {
    return node.query("SELECT count() FROM system.processes WHERE query LIKE 'SELECT sum(n%'") !=
           "0\n";
  };
  std::stop_source source;
  std::string message;
  std::thread client([&] {
    const QueryStop stop(source.get_token());
    try {
      endpoint.ask({.sql = "SELECT sum(number) FROM system.numbers"});
    } catch (const IoError& error) {
      message = error.what();
    }
  });
  wait_until("the endless query runs", 60s, is_running);
  source.request_stop();
  client.join();
  CHECK(message == "the query was stopped");
  wait_until("the endless query ends", 60s, [&] { return !is_running(); });
}

// The threads of `arbiter serve` with --jobs 1.
constexpr int kThreads = 4;

TEST_CASE("a served cluster answers others after clients have gone whose queries were pending") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({.nodes = 1});
  LyingProxy proxy(cluster.node(0).port());
  const std::string name = fmt::format("clickhouse://127.0.0.1:{}/games", proxy.port());
  REQUIRE(run_arbiter({"cluster", "init", name}).status == 0);
  REQUIRE(run_arbiter({"import", "-q", name, "testdata/tournament.pgn"}).status <= 1);
  const TemporaryFolder folder;
  const std::string log = folder.path("log");
  ChildProcess server(
      {.words = {std::filesystem::absolute(arbiter_binary()).string(), "serve", "-j1", "-q", name},
       .folder = repository().string(),
       .log = log});
  wait_until("the server prints its address", 60s,
             [&] { return std::filesystem::exists(log) && read_text(log).ends_with("/\n"); });
  const std::string address = lines_of(read_text(log)).front();
  const auto port = static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
  const auto ask = [port](const std::string& path) {
    Socket client = connect_to(port, 60s);
    REQUIRE(send_all(client, fmt::format("GET /api/v1/{} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n"
                                         "Connection: close\r\n\r\n",
                                         path, port)));
    return client;
  };
  {
    proxy.set_plan({.lie = Lie::Hold, .every = 1});
    std::vector<Socket> clients;
    // A single thread computes all trees without a filter.
    for (int i = 0; i < kThreads; ++i) clients.push_back(ask("tree?result=1-0"));
    wait_until("all threads wait for the cluster", 60s, [&] { return proxy.lies() >= kThreads; });
    proxy.clear_plan();
  }
  CHECK_THAT(receive_all(ask("tree")), StartsWith("HTTP/1.1 200"));
  server.stop(60s);
}

}  // namespace
}  // namespace arbiter::testing
