// A ZooKeeper used by a single test.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tests/cluster/child_process.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// A ZooKeeper on a free port of 127.0.0.1, started on construction, with its data in `folder`. Its
// functions return when it serves or has ended, and throw on a timeout.
class ZooKeeperNode {
 public:
  explicit ZooKeeperNode(std::string folder);

  std::uint16_t port() const { return port_; }
  ChildProcess& process() { return *process_; }

  void stop() { process_.reset(); }
  void start();

 private:
  std::string folder_;
  std::uint16_t port_;
  std::unique_ptr<ChildProcess> process_;
};

}  // namespace arbiter::testing
