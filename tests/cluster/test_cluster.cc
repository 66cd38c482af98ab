#include "tests/cluster/test_cluster.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <numeric>

namespace arbiter::testing {

std::string cluster_obstacle() {
  if (std::getenv("ARBITER_CLUSTER") == nullptr) return "run by tools/test --all";
  for (const char* file :
       {"/usr/sbin/clickhouse-server", "/usr/bin/java", "/usr/share/java/zookeeper.jar"}) {
    if (!std::filesystem::exists(file)) {
      return std::string(file) + " is missing (tools/test --all installs it)";
    }
  }
  return "";
}

TestCluster::TestCluster(const ClusterPlan& plan) {
  if (plan.disk_of_first) {
    disk_ = std::make_unique<SmallDisk>(folder_of(0) + "/data", *plan.disk_of_first);
  }
  if (plan.has_zookeeper == HasZooKeeper::Yes) {
    zookeeper_ = std::make_unique<ZooKeeperNode>(folder_.path("zookeeper"));
  }
  for (std::size_t i = 0; i < plan.nodes; ++i) {
    ServerPlan server = {.folder = folder_of(i), .zookeeper = std::nullopt};
    if (zookeeper_) server.zookeeper = zookeeper_->port();
    nodes_.push_back(std::make_unique<ServerNode>(std::move(server)));
    proxies_.push_back(std::make_unique<CuttingProxy>(nodes_.back()->port()));
  }
}

std::string TestCluster::folder_of(std::size_t index) const {
  return folder_.path("node" + std::to_string(index + 1));
}

std::string TestCluster::host(std::size_t index) const {
  return fmt::format("127.0.0.1:{}", proxies_[index]->port());
}

std::string TestCluster::url(const std::string& name) const {
  std::string hosts;
  for (std::size_t i = 0; i < size(); ++i) hosts += (i == 0 ? "" : ",") + host(i);
  return "clickhouse://" + hosts + "/" + name;
}

double TestCluster::cpu_seconds() const {
  return std::accumulate(nodes_.begin(), nodes_.end(), 0.0, [](double sum, const auto& node) {
    return sum + node->process().cpu_seconds();
  });
}

std::uintmax_t TestCluster::bytes() const {
  return std::accumulate(nodes_.begin(), nodes_.end(), std::uintmax_t{0},
                         [](std::uintmax_t sum, const auto& node) { return sum + node->bytes(); });
}

}  // namespace arbiter::testing
