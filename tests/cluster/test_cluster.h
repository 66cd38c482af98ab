// Two servers and a ZooKeeper, used by a single test.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/cluster/cutting_proxy.h"
#include "tests/cluster/server_node.h"
#include "tests/cluster/small_disk.h"
#include "tests/cluster/zookeeper_node.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns an empty string if clusters can be started here, or otherwise the reason and a remedy.
std::string cluster_obstacle();

enum class HasZooKeeper : bool { No, Yes };

struct ClusterPlan {
  HasZooKeeper has_zookeeper = HasZooKeeper::No;
  std::size_t nodes = 2;
  // size of a small disk for the first node's data; only if may_mount()
  std::optional<std::uint64_t> disk_of_first = {};
};

// Servers that run after construction, in their own folder, and are removed with this object. The
// program reaches each node through a proxy.
class TestCluster {
 public:
  explicit TestCluster(const ClusterPlan& plan);

  std::size_t size() const { return nodes_.size(); }
  ServerNode& node(std::size_t index) { return *nodes_[index]; }
  CuttingProxy& proxy(std::size_t index) { return *proxies_[index]; }
  ZooKeeperNode& zookeeper() { return *zookeeper_; }
  SmallDisk& disk() { return *disk_; }

  // Returns "clickhouse://127.0.0.1:P1,127.0.0.1:P2/NAME".
  std::string url(const std::string& name) const;

  // Returns "127.0.0.1:P1", as in the program's messages.
  std::string host(std::size_t index) const;

  // Returns the CPU time of all servers since they started.
  double cpu_seconds() const;
  std::uintmax_t bytes() const;

  std::string folder_of(std::size_t index) const;

 private:
  TemporaryFolder folder_;
  std::unique_ptr<SmallDisk> disk_;
  std::unique_ptr<ZooKeeperNode> zookeeper_;
  std::vector<std::unique_ptr<ServerNode>> nodes_;
  std::vector<std::unique_ptr<CuttingProxy>> proxies_;
};

}  // namespace arbiter::testing
