#include "tests/cluster/loopback.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <random>
#include <stdexcept>
#include <utility>

namespace arbiter::testing {
namespace {

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// Returns a port that the system does not assign automatically. Otherwise, a client that connects
// before the server listens may connect to itself.
std::uint16_t random_port() {
  static std::mt19937 engine(std::random_device{}());
  return std::uniform_int_distribution<std::uint16_t>(10'000, 32'000)(engine);
}

Socket bound_socket() {
  for (int attempt = 0; attempt < 100; ++attempt) {
    Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in address = loopback(random_port());
    const auto* bytes = reinterpret_cast<const sockaddr*>(&address);
    if (::bind(socket.descriptor(), bytes, sizeof address) == 0) return socket;
  }
  throw std::runtime_error("no free port");
}

// Decodes "Transfer-Encoding: chunked".
std::string joined_chunks(std::string_view chunks) {
  std::string body;
  while (!chunks.empty()) {
    const std::size_t size = std::stoul(std::string(chunks.substr(0, 16)), nullptr, 16);
    const std::size_t begin = chunks.find("\r\n") + 2;
    if (size == 0 || begin + size + 2 > chunks.size()) break;
    body += chunks.substr(begin, size);
    chunks.remove_prefix(begin + size + 2);
  }
  return body;
}

HttpAnswer parse_answer(const std::string& text) {
  const std::size_t head_end = text.find("\r\n\r\n");
  if (!text.starts_with("HTTP/1.") || head_end == text.npos) return {};
  const std::string_view body = std::string_view(text).substr(head_end + 4);
  const bool is_chunked = text.substr(0, head_end).find("chunked") != text.npos;
  return {std::stoi(text.substr(9, 3)), is_chunked ? joined_chunks(body) : std::string(body)};
}

}  // namespace

Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

Socket::~Socket() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::vector<std::uint16_t> free_ports(std::size_t count) {
  std::vector<Socket> held;  // so that no port is returned twice
  std::vector<std::uint16_t> ports;
  while (ports.size() < count) {
    held.push_back(bound_socket());
    ports.push_back(local_port(held.back()));
  }
  return ports;
}

Socket listener() {
  Socket socket = bound_socket();
  if (::listen(socket.descriptor(), 64) != 0) throw std::runtime_error("cannot listen");
  return socket;
}

std::uint16_t local_port(const Socket& socket) {
  sockaddr_in address{};
  socklen_t size = sizeof address;
  ::getsockname(socket.descriptor(), reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

Socket connect_to(std::uint16_t port, std::chrono::seconds patience) {
  Socket socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const timeval longest = {.tv_sec = patience.count(), .tv_usec = 0};
  ::setsockopt(socket.descriptor(), SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
  const sockaddr_in address = loopback(port);
  const bool is_open = ::connect(socket.descriptor(), reinterpret_cast<const sockaddr*>(&address),
                                 sizeof address) == 0;
  return is_open ? std::move(socket) : Socket();
}

bool send_all(const Socket& socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket.descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string receive_all(const Socket& socket) {
  std::string text;
  std::array<char, 16384> block;
  for (ssize_t size; (size = ::recv(socket.descriptor(), block.data(), block.size(), 0)) > 0;) {
    text.append(block.data(), static_cast<std::size_t>(size));
  }
  return text;
}

HttpAnswer post(std::uint16_t port, const std::string& target, std::string_view body) {
  const Socket socket = connect_to(port);
  const std::string head =
      fmt::format("POST {} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
                  target, body.size());
  if (!socket || !send_all(socket, head) || !send_all(socket, body)) return {};
  return parse_answer(receive_all(socket));
}

std::string in_address(std::string_view text) {
  std::string written;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = std::isalnum(byte) != 0 || c == '-' || c == '.' || c == '_';
    written += is_plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return written;
}

}  // namespace arbiter::testing
