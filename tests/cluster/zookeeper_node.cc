#include "tests/cluster/zookeeper_node.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "tests/cluster/loopback.h"
#include "tests/cluster/waiting.h"

namespace arbiter::testing {
namespace {

using namespace std::chrono_literals;

// The server responds to "ruok" before it serves requests, and at first it may not respond to
// "stat".
bool serves(std::uint16_t port) {
  const Socket socket = connect_to(port, 1s);
  return socket && send_all(socket, "stat") &&
         receive_all(socket).find("\nMode: ") != std::string::npos;
}

void configure(const std::string& folder, std::uint16_t port) {
  std::filesystem::create_directories(folder + "/data");
  std::ofstream(folder + "/zoo.cfg") << fmt::format(
      "tickTime=500\ndataDir={}/data\nclientPort={}\nclientPortAddress=127.0.0.1\n"
      "admin.enableServer=false\n4lw.commands.whitelist=stat\nmaxClientCnxns=100\n",
      folder, port);
}

}  // namespace

ZooKeeperNode::ZooKeeperNode(std::string folder)
    : folder_(std::move(folder)), port_(free_ports(1)[0]) {
  configure(folder_, port_);
  start();
}

void ZooKeeperNode::start() {
  const ChildStart how = {
      .words = {"/usr/bin/java", "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-Dzookeeper.jmx.log4j.disable=true", "-Dzookeeper.forceSync=no", "-cp",
                "/usr/share/java/zookeeper.jar",
                "org.apache.zookeeper.server.quorum.QuorumPeerMain", folder_ + "/zoo.cfg"},
      .folder = folder_,
      .log = folder_ + "/log",
  };
  process_ = std::make_unique<ChildProcess>(how);
  wait_until("ZooKeeper serves", 60s, [&] { return !process_->is_running() || serves(port_); });
  if (!process_->is_running()) throw std::runtime_error("ZooKeeper ended: see " + how.log);
}

}  // namespace arbiter::testing
