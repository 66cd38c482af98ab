// Ports and connections of 127.0.0.1.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {

// A socket that closes itself. Negative: none.
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

// Returns `count` different ports that are free now.
std::vector<std::uint16_t> free_ports(std::size_t count);

// Listens on a free port; its number is that of local_port().
Socket listener();
std::uint16_t local_port(const Socket& socket);

// Connects to a port. Returns no socket if it is closed; a response that takes longer than
// `patience` is lost.
Socket connect_to(std::uint16_t port, std::chrono::seconds patience = std::chrono::minutes(5));

// Returns whether all bytes were sent.
bool send_all(const Socket& socket, std::string_view bytes);

// The bytes until the other side closes.
std::string receive_all(const Socket& socket);

struct HttpAnswer {
  int status = 0;  // 0: no response
  std::string body;
};

// A POST of `body` to an HTTP server, in 40 lines of our own, independent of the program's library.
HttpAnswer post(std::uint16_t port, const std::string& target, std::string_view body);

// The text in the form for a URL: letters, digits and "-._" unchanged, the rest as %XX.
std::string in_address(std::string_view text);

}  // namespace arbiter::testing
