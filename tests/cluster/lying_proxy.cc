#include "tests/cluster/lying_proxy.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>

namespace arbiter::testing {
namespace {

constexpr int kPollInterval = 20;  // milliseconds
constexpr std::string_view kHeadEnd = "\r\n\r\n";
constexpr std::string_view kLength = "Content-Length: ";

std::string response(std::string_view status, std::string_view fields, std::string_view body) {
  return "HTTP/1.1 " + std::string(status) + "\r\n" + std::string(fields) +
         "Connection: close\r\n" + std::string(kLength) + std::to_string(body.size()) +
         std::string(kHeadEnd) + std::string(body);
}

// The size of the request that begins with `text`; nothing if its head is incomplete.
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

LyingProxy::LyingProxy(std::uint16_t target)
    : target_(target), listener_(listener()), port_(local_port(listener_)) {
  thread_ = std::thread([this] { accept_all(); });
}

LyingProxy::~LyingProxy() {
  ends_ = true;
  thread_.join();
}

void LyingProxy::accept_all() {
  while (!ends_) {
    pollfd waiting = {listener_.descriptor(), POLLIN, 0};
    if (::poll(&waiting, 1, kPollInterval) <= 0) continue;
    const int client = ::accept4(listener_.descriptor(), nullptr, nullptr, SOCK_CLOEXEC);
    clients_.emplace_back([this, client] { serve(Socket(client)); });
  }
}

// One request for each connection.
void LyingProxy::serve(const Socket& client) {
  std::string request = received_request(client);
  if (request.empty()) return;
  request.insert(request.find("\r\n") + 2, "Connection: close\r\n");
  send_all(client, answer(client, request));
  ::shutdown(client.descriptor(), SHUT_RDWR);
}

void LyingProxy::wait_for_end_of(const Socket& client) const {
  while (!ends_) {
    char next = 0;
    const ssize_t read = ::recv(client.descriptor(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
    if (read == 0 || (read < 0 && errno != EAGAIN)) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(kPollInterval));
  }
}

std::string LyingProxy::answer(const Socket& client, const std::string& request) {
  const auto honest = [&] {
    const Socket server = connect_to(target_);
    if (!server || !send_all(server, request)) return std::string();
    return receive_all(server);
  };
  const auto lie = lie_for(request);
  if (!lie) return honest();
  switch (*lie) {
    case Lie::Double:
      honest();
      // While a query runs, the server rejects another one with its id.
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      return honest();
    case Lie::Drop:
      return {};
    case Lie::LoseAnswer:
      honest();
      return {};
    case Lie::Delay:
      std::this_thread::sleep_for(std::chrono::seconds(1));
      return honest();
    case Lie::Hold:
      honest();
      wait_for_end_of(client);
      return {};
    case Lie::Empty:
      return response("200 OK", "", "");
    case Lie::EmptyOfServer:
      return response("200 OK", "X-ClickHouse-Server-Display-Name: node\r\n", "");
    case Lie::Page:
      return response("200 OK", "Content-Type: text/html\r\n", "<!DOCTYPE html><p>Sign in</p>");
    case Lie::Error:
      return response("500 Internal Server Error", "", "oh");
    case Lie::Busy:
      return response("503 Service Unavailable", "", "later");
  }
  return {};
}

std::optional<Lie> LyingProxy::lie_for(const std::string& request) {
  const std::lock_guard lock(mutex_);
  if (!plan_ || request.find(plan_->containing) == request.npos) return std::nullopt;
  const int number = requests_++ - plan_->first;
  const bool is_lie = plan_->every == 0 ? number == 0 : number >= 0 && number % plan_->every == 0;
  if (!is_lie) return std::nullopt;
  ++lies_;
  return plan_->lie;
}

void LyingProxy::set_plan(LiePlan plan) {
  const std::lock_guard lock(mutex_);
  plan_ = std::move(plan);
  requests_ = 0;
  lies_ = 0;
}

void LyingProxy::clear_plan() {
  const std::lock_guard lock(mutex_);
  plan_.reset();
}

int LyingProxy::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

}  // namespace arbiter::testing
