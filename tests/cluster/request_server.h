// An HTTP server that computes each response from its request.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/cluster/loopback.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Returns a response that ends its connection. `fields` are header lines.
std::string http_response(std::string_view status, std::string_view fields, std::string_view body);

// Listens on a free port of 127.0.0.1. Each request has its own connection.
class RequestServer {
 public:
  // Returns the response; an empty one closes the connection. Called by several threads.
  using Handler = std::function<std::string(const std::string& request, const Socket& client)>;

  explicit RequestServer(Handler handler);
  RequestServer(const RequestServer&) = delete;
  RequestServer& operator=(const RequestServer&) = delete;
  ~RequestServer();

  std::uint16_t port() const { return port_; }

 private:
  void accept_all();
  void serve(const Socket& client) const;

  Handler handler_;
  Socket listener_;
  std::uint16_t port_;
  std::atomic<bool> ends_ = false;
  std::vector<std::jthread> clients_;
  std::thread thread_;
};

}  // namespace arbiter::testing
