// Tests imports into a cluster that are interrupted by faults at random moments, and repeated until
// they complete. Afterwards every game is in the tables once, and queries return the same as the
// local database. Acknowledged games are never lost.
//
// ARBITER_FAULT_ROUNDS=20 sets the number of faults. ARBITER_FAULT_SEED=N repeats a run with the
// same moments. ARBITER_FAULT_GAMES replaces the default games: copies of a tournament, or
// otb-mixed with ARBITER_NIGHTLY.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>
#include <map>

#include "tests/cluster/faulty_imports.h"
#include "tests/cluster/small_disk.h"
#include "tests/cluster/waiting.h"
#include "tests/support/skip.h"

namespace arbiter::testing {
namespace {

using namespace std::chrono_literals;
using Seconds = std::chrono::duration<double>;

constexpr std::size_t kPositions = 25;  // queried after each round
constexpr std::uint64_t kRoomy = std::uint64_t{8} << 30;

void sleep_for(double seconds) { std::this_thread::sleep_for(Seconds(seconds)); }

TestCluster& cluster() {
  static TestCluster cluster({.has_zookeeper = HasZooKeeper::Yes});
  return cluster;
}

std::string fresh_name() {
  static int number = 0;
  return "games" + std::to_string(++number);
}

// Returns the duration of an undisturbed import, and checks its result.
double undisturbed_seconds(Layouts layout) {
  const ImportTarget target(cluster(), layout, fresh_name());
  const auto start = std::chrono::steady_clock::now();
  target.finish_import();
  const Seconds seconds = std::chrono::steady_clock::now() - start;
  check_tables(target);
  std::cout << fmt::format("an import without faults: {:.1f} s", seconds.count()) << std::endl;
  return seconds.count();
}

double seconds_of(Layouts layout) {
  static std::map<Layouts, double> seconds;
  if (!seconds.contains(layout)) seconds[layout] = undisturbed_seconds(layout);
  return seconds[layout];
}

// Checks the rows of the acknowledged batches after each fault.
void check_still_done(const ImportTarget& target, const std::vector<std::uint64_t>& before) {
  target.settle();
  const auto after = target.done();
  CHECK(std::ranges::all_of(
      before, [&](std::uint64_t batch) { return std::ranges::find(after, batch) != after.end(); }));
}

struct Round {
  TestCluster& cluster;
  const ImportTarget& target;
  ChildProcess& import;
  double seconds;  // duration of an undisturbed import

  void wait_for_random_moment() const { sleep_for(random_fraction() * seconds); }
  std::size_t random_node() const { return random_fraction() < 0.5 ? 0 : 1; }
  // Returns a random part of the bytes that an import sends to a node. Rows of positions have 28
  // bytes.
  std::int64_t random_bytes() const {
    const double all = 28 * static_cast<double>(undisturbed_content().positions);
    return static_cast<std::int64_t>(random_fraction() * all / 2);
  }
};

// Causes a fault during the import. Returns when all servers run again.
using Strike = std::function<void(const Round& round)>;

void check_round(const std::string& name, const Round& round, int number) {
  const auto acknowledged = round.target.done();
  round.target.settle();
  const ShardContent before = round.target.content();
  CHECK(before.faults == std::vector<std::string>{});
  round.target.finish_import();
  check_equals_reference(round.target, kPositions, static_cast<std::uint64_t>(number));
  std::cout << fmt::format("{}, round {}: {} batches and {} games were there before", name, number,
                           acknowledged.size(), before.games)
            << std::endl;
}

void run_rounds(const std::string& name, const std::vector<Layouts>& layouts,
                const Strike& strike) {
  for (int number = 1; number <= fault_rounds(); ++number) {
    const Layouts layout = layouts[static_cast<std::size_t>(number) % layouts.size()];
    const double seconds = seconds_of(layout);
    const ImportTarget target(cluster(), layout, fresh_name());
    const auto import = target.start_import();
    const Round round = {cluster(), target, *import, seconds};
    strike(round);
    import->wait();
    check_round(name, round, number);
  }
}

void wait_until_writable(const ServerNode& node) {
  wait_until("the node can be written", 120s,
             [&] { return node.query("SELECT sum(is_readonly) FROM system.replicas") == "0\n"; });
}

TEST_CASE("an import whose client is killed is completed once") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  run_rounds("client killed", {Layouts::Plain, Layouts::Replicated}, [](const Round& round) {
    round.wait_for_random_moment();
    round.import.kill();
  });
}

TEST_CASE("an import during which a node is killed and restarted is completed once") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  run_rounds("node killed", {Layouts::Plain, Layouts::Replicated}, [](const Round& round) {
    round.wait_for_random_moment();
    ServerNode& node = round.cluster.node(round.random_node());
    const auto acknowledged = round.target.done();
    node.kill();
    sleep_for(random_fraction() * 3);
    node.start();
    wait_until_writable(node);
    check_still_done(round.target, acknowledged);
  });
}

TEST_CASE("an import during which ZooKeeper is away for 20 s is completed once") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  run_rounds("ZooKeeper away", {Layouts::Replicated}, [](const Round& round) {
    round.wait_for_random_moment();
    round.cluster.zookeeper().stop();
    sleep_for(20);
    round.cluster.zookeeper().start();
    for (const std::size_t node : {0, 1}) wait_until_writable(round.cluster.node(node));
  });
}

TEST_CASE("an import whose connection is cut in the middle of a request is completed once") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  run_rounds("connection cut", {Layouts::Plain, Layouts::Replicated}, [](const Round& round) {
    CuttingProxy& proxy = round.cluster.proxy(round.random_node());
    const int cuts = proxy.cuts();
    proxy.cut_after(round.random_bytes());
    round.import.wait();
    proxy.cut_after(-1);
    WARN(proxy.cuts() - cuts << " connection cut");
  });
}

TEST_CASE("an import that loses the response to a request is completed once") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  run_rounds("answer lost", {Layouts::Plain, Layouts::Replicated}, [](const Round& round) {
    CuttingProxy& proxy = round.cluster.proxy(round.random_node());
    const int cuts = proxy.cuts();
    proxy.swallow_answer_after(round.random_bytes());
    round.import.wait();
    proxy.swallow_answer_after(-1);
    WARN(proxy.cuts() - cuts << " answer lost");
  });
}

TEST_CASE("an import during which the disk of a node is full is completed once") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  if (!may_mount()) SKIP_TEST("this process may not mount a file system");
  TestCluster small({.has_zookeeper = HasZooKeeper::Yes, .disk_of_first = kRoomy});
  for (int number = 1; number <= fault_rounds(); ++number) {
    const Layouts layout = number % 2 == 1 ? Layouts::Plain : Layouts::Replicated;
    seconds_of(layout);
    const ImportTarget target(small, layout, fresh_name());
    // An import needs about 20 bytes per position.
    const auto room = 10 * undisturbed_content().positions;
    small.disk().resize(small.node(0).bytes() + (1 << 20) +
                        static_cast<std::uint64_t>(random_fraction() * static_cast<double>(room)));
    const auto import = target.start_import();
    const int status = import->wait();
    std::cout << fmt::format("status {}; {} bytes free", status, small.disk().free_bytes())
              << std::endl;
    small.disk().resize(kRoomy);
    check_round("disk full", {small, target, *import, 0}, number);
  }
}

}  // namespace
}  // namespace arbiter::testing
