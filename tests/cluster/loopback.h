// Ports and connections on 127.0.0.1.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// An owning socket. Its descriptor is negative if there is no socket.
class Socket {
 public:
  explicit Socket(int descriptor = -1) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();

  explicit operator bool() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

// Returns `count` different ports that are currently free.
std::vector<std::uint16_t> free_ports(std::size_t count);

// Listens on a free port, which local_port() returns.
Socket listener();
std::uint16_t local_port(const Socket& socket);

// Connects to a port. Returns no socket if the port is closed. Receiving times out after
// `patience`.
Socket connect_to(std::uint16_t port, std::chrono::seconds patience = std::chrono::minutes(5));

// Returns whether all bytes were sent.
bool send_all(const Socket& socket, std::string_view bytes);

// Returns the bytes received until the peer closes the connection.
std::string receive_all(const Socket& socket);

struct HttpAnswer {
  int status = 0;  // 0 if there was no response
  std::string body;
};

// Posts `body` to an HTTP server, independently of the program's HTTP library.
HttpAnswer post(std::uint16_t port, const std::string& target, std::string_view body);

// Returns the text percent-encoded for a URL, except letters, digits and "-._".
std::string in_address(std::string_view text);

}  // namespace arbiter::testing
