// A clickhouse-server used by a single test.
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
  std::string folder;  // for the configuration, the log, and the data (in `data`)
  std::optional<std::uint16_t> zookeeper;  // port of ZooKeeper
  std::string password = "";               // password of the user "default"
  // A folder with server.crt and server.key. If given, the server also offers TLS on another port.
  std::optional<std::string> certificate = {};
};

// A server on free ports of 127.0.0.1, started on construction. Its functions return when the
// server responds or has ended, and throw on a timeout.
class ServerNode {
 public:
  explicit ServerNode(ServerPlan plan);

  std::uint16_t port() const { return http_port_; }
  std::uint16_t tls_port() const { return tls_port_; }
  const std::string& folder() const { return plan_.folder; }
  ChildProcess& process() { return *process_; }

  // Ends the server as in a crash.
  void kill() { process_.reset(); }
  // Ends the server normally, which takes seconds during merges.
  void stop();
  // Restarts the server on the same ports, with the existing data.
  void start();

  // Returns the response to a statement as tab-separated values. Throws with the server's message.
  std::string query(std::string_view sql) const;

  // Returns the size of the data on disk in bytes.
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
