#include "tests/cluster/request_server.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace arbiter::testing {
namespace {

constexpr int kPollInterval = 20;  // in milliseconds
constexpr std::string_view kHeadEnd = "\r\n\r\n";
constexpr std::string_view kLength = "Content-Length: ";

// Returns the size of the request at the start of `text`; nothing if its head is incomplete.
std::optional<std::size_t> size_of_request(std::string_view text) {
  const std::size_t end = text.find(kHeadEnd);
  if (end == text.npos) return std::nullopt;
  const std::size_t at = text.find(kLength);
  std::size_t body = 0;
  if (at < end) std::from_chars(text.data() + at + kLength.size(), text.data() + end, body);
  return end + kHeadEnd.size() + body;
}

std::string received_request(const Socket& client) {
  std::string request;
  std::array<char, 65536> block;
  while (true) {
    const auto size = size_of_request(request);
    if (size && request.size() >= *size) return request;
    const ssize_t read = ::recv(client.descriptor(), block.data(), block.size(), 0);
    if (read <= 0) return {};
    request.append(block.data(), static_cast<std::size_t>(read));
  }
}

}  // namespace

std::string http_response(std::string_view status, std::string_view fields, std::string_view body) {
  return "HTTP/1.1 " + std::string(status) + "\r\n" + std::string(fields) +
         "Connection: close\r\n" + std::string(kLength) + std::to_string(body.size()) +
         std::string(kHeadEnd) + std::string(body);
}

RequestServer::RequestServer(Handler handler)
    : handler_(std::move(handler)), listener_(listener()), port_(local_port(listener_)) {
  thread_ = std::thread([this] { accept_all(); });
}

RequestServer::~RequestServer() {
  ends_ = true;
  thread_.join();
}

void RequestServer::accept_all() {
  while (!ends_) {
    pollfd waiting = {listener_.descriptor(), POLLIN, 0};
    if (::poll(&waiting, 1, kPollInterval) <= 0) continue;
    const int client = ::accept4(listener_.descriptor(), nullptr, nullptr, SOCK_CLOEXEC);
    clients_.emplace_back([this, client] { serve(Socket(client)); });
  }
}

void RequestServer::serve(const Socket& client) const {
  const std::string request = received_request(client);
  if (request.empty()) return;
  send_all(client, handler_(request, client));
  ::shutdown(client.descriptor(), SHUT_RDWR);
}

}  // namespace arbiter::testing
