// A clickhouse-server that only one test uses.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tests/cluster/child_process.h"
#include "tests/cluster/loopback.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct ServerPlan {
  std::string folder;  // contains its configuration, its log and, below `data`, its data
  std::optional<std::uint16_t> zookeeper;  // its port
  std::string password = "";               // of the user "default"
  // A folder with server.crt and server.key, with which it offers TLS on a further port.
  std::optional<std::string> certificate = {};
};

// Runs from its construction on, on free ports of 127.0.0.1. Its functions return when it responds
// or has ended, and throw if that does not happen.
class ServerNode {
 public:
  explicit ServerNode(ServerPlan plan);

  std::uint16_t port() const { return http_port_; }
  std::uint16_t tls_port() const { return tls_port_; }
  const std::string& folder() const { return plan_.folder; }
  ChildProcess& process() { return *process_; }

  // Ends it like a crash.
  void kill() { process_.reset(); }
  // Ends it like its user does: this takes seconds while it merges.
  void stop();
  // Starts it on the same ports, with the existing data.
  void start();

  // The response to a statement as tab-separated text. Throws with the server's message.
  std::string query(std::string_view sql) const;

  // The disk space of its data in bytes.
  std::uintmax_t bytes() const;

 private:
  void configure() const;
  bool answers() const;

  ServerPlan plan_;
  std::uint16_t http_port_ = 0;
  std::uint16_t tls_port_ = 0;
  std::uint16_t tcp_port_ = 0;
  std::uint16_t replication_port_ = 0;
  std::unique_ptr<ChildProcess> process_;
};

}  // namespace arbiter::testing
