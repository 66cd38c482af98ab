// The tools of the cluster tests: servers that start, end, pause and restart, a cut connection, and
// a full disk.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "tests/cluster/small_disk.h"
#include "tests/cluster/test_cluster.h"
#include "tests/cluster/waiting.h"
#include "tests/support/skip.h"

namespace arbiter::testing {
namespace {

using namespace std::chrono_literals;
using Catch::Matchers::Contains;

const std::string kReplicated =
    "create table t (n UInt64) engine = ReplicatedMergeTree('/test/t', '{}') order by n";

std::string replicated(const std::string& name) {
  std::string sql = kReplicated;
  return sql.replace(sql.find("{}"), 2, name);
}

TEST_CASE("two servers start, keep their data if one is killed, and end") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  pid_t first = 0;
  {
    TestCluster cluster({});
    first = cluster.node(0).process().id();
    CHECK_THAT(cluster.node(0).query("select version()"), Contains("18.16"));
    CHECK(cluster.node(1).query("select 1 + 1") == "2\n");
    cluster.node(1).query("create table t (n UInt64) engine = MergeTree order by n");
    cluster.node(1).query("insert into t values (1), (2)");
    cluster.node(1).kill();
    CHECK_THROWS(cluster.node(1).query("select 1"));
    cluster.node(1).start();
    CHECK(cluster.node(1).query("select sum(n) from t") == "3\n");
    cluster.node(1).stop();
    cluster.node(1).start();
    CHECK(cluster.node(1).query("select sum(n) from t") == "3\n");
  }
  CHECK_FALSE(std::filesystem::exists("/proc/" + std::to_string(first)));
}

TEST_CASE("a restarted replica gets the data that the other received meanwhile") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({.has_zookeeper = HasZooKeeper::Yes});
  cluster.node(0).query(replicated("a"));
  cluster.node(1).query(replicated("b"));
  cluster.node(1).kill();
  cluster.node(0).query("insert into t values (1), (2), (3)");
  cluster.node(1).start();
  wait_until("the other replica has the rows", 60s,
             [&] { return cluster.node(1).query("select sum(n) from t") == "6\n"; });
  cluster.zookeeper().stop();
  CHECK(cluster.node(0).query("select sum(n) from t") == "6\n");
  cluster.zookeeper().start();
  wait_until("the table can be written again", 60s, [&] {
    try {
      cluster.node(0).query("insert into t values (4)");
    } catch (const std::exception&) {
      return false;
    }
    return true;
  });
}

TEST_CASE("a paused server responds when it continues") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({.nodes = 1});
  cluster.node(0).process().pause();
  const Socket socket = connect_to(cluster.node(0).port());
  CHECK(send_all(socket, "GET /ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
  cluster.node(0).process().resume();
  CHECK_THAT(receive_all(socket), Contains("Ok."));
}

TEST_CASE("a cut request and a swallowed response give no answer") {
  if (const auto lacks = cluster_obstacle(); !lacks.empty()) SKIP_TEST(lacks);
  TestCluster cluster({.nodes = 1});
  ServerNode& node = cluster.node(0);
  CuttingProxy& proxy = cluster.proxy(0);
  node.query("create table t (n UInt64) engine = MergeTree order by n");
  const std::string insert = "/?query=" + in_address("insert into t format Native");
  const std::string block = std::string("\x01\x02\x01n\x06UInt64", 11) + std::string(16, '\x01');
  CHECK(post(proxy.port(), insert, block).status == 200);
  CHECK(node.query("select count() from t") == "2\n");
  proxy.cut_after(100);
  CHECK(post(proxy.port(), insert, block).status == 0);
  CHECK(proxy.cuts() == 1);
  CHECK(node.query("select count() from t") == "2\n");
  proxy.swallow_answer_after(20);
  CHECK(post(proxy.port(), insert, block).status == 0);
  CHECK(proxy.cuts() == 2);
  CHECK(node.query("select count() from t") == "4\n");
  CHECK(post(proxy.port(), insert, block).status == 200);
  node.kill();
  CHECK(post(proxy.port(), insert, block).status == 0);
}

TEST_CASE("a small disk is full, and has space after it has grown") {
  if (!may_mount()) SKIP_TEST("this process may not mount a file system");
  const TemporaryFolder folder;
  const SmallDisk disk(folder.path("disk"), 1 << 20);
  const std::string file = folder.path("disk/file");
  CHECK((std::ofstream(file) << std::string(1 << 19, 'x')).flush().good());
  CHECK_FALSE((std::ofstream(file, std::ios::app) << std::string(1 << 20, 'x')).flush().good());
  disk.resize(8 << 20);
  CHECK(disk.free_bytes() > 4 << 20);
  CHECK((std::ofstream(file, std::ios::app) << std::string(1 << 20, 'x')).flush().good());
}

}  // namespace
}  // namespace arbiter::testing
