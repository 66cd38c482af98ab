// with_cluster [--zookeeper] [--servers N] COMMAND ARG...: runs a command with two servers, or N,
// and returns its status. The command's environment contains:
//   CLUSTER_HOSTS   127.0.0.1:P1,127.0.0.1:P2
//   CLUSTER_PIDS    the servers' processes, such as "123 456"
//   CLUSTER_DATA    their data folders, separated by spaces
#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "tests/cluster/test_cluster.h"

using namespace arbiter::testing;

namespace {

void set(const char* name, const std::string& value) { ::setenv(name, value.c_str(), 1); }

void describe(TestCluster& cluster) {
  std::string hosts;
  std::string processes;
  std::string folders;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    hosts += fmt::format("{}127.0.0.1:{}", i == 0 ? "" : ",", cluster.node(i).port());
    processes += fmt::format("{} ", cluster.node(i).process().id());
    folders += fmt::format("{}/data ", cluster.node(i).folder());
  }
  set("CLUSTER_HOSTS", hosts);
  set("CLUSTER_PIDS", processes);
  set("CLUSTER_DATA", folders);
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  ClusterPlan plan;
  auto word = words.begin();
  for (; word != words.end() && word->starts_with("--"); ++word) {
    if (*word == "--zookeeper") {
      plan.has_zookeeper = HasZooKeeper::Yes;
    } else if (*word == "--servers" && word + 1 != words.end()) {
      plan.nodes = std::strtoul((++word)->c_str(), nullptr, 10);
    } else {
      break;
    }
  }
  if (word == words.end() || word->starts_with("--") || plan.nodes == 0) {
    return std::cerr << "usage: with_cluster [--zookeeper] [--servers N] COMMAND ARG...\n", 2;
  }
  try {
    TestCluster cluster(plan);
    describe(cluster);
    std::string line;
    for (; word != words.end(); ++word) line += "'" + *word + "' ";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  } catch (const std::exception& exception) {
    return std::cerr << "with_cluster: " << exception.what() << "\n", 2;
  }
}
