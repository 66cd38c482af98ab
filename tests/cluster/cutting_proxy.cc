#include "tests/cluster/cutting_proxy.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>

namespace arbiter::testing {
namespace {

constexpr int kLookAgain = 50;  // milliseconds

std::string received(const Socket& socket) {
  std::array<char, 65536> block;
  const ssize_t size = ::recv(socket.descriptor(), block.data(), block.size(), 0);
  return std::string(block.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
}

// Counts `bytes` down; whether the count has just reached its end. Negative: nothing is counted.
bool runs_out(std::atomic<std::int64_t>& left, std::size_t bytes) {
  std::int64_t before = left;
  while (before >= 0) {
    const std::int64_t after = before - static_cast<std::int64_t>(bytes);
    if (left.compare_exchange_weak(before, after)) return after < 0;
  }
  return false;
}

}  // namespace

struct CuttingProxy::Connection {
  Socket client;
  Socket server;
  std::atomic<bool> swallows = false;
  std::atomic<int> ended = 0;  // of its two threads
  std::thread requests = {};
  std::thread answers = {};

  void close() const {
    ::shutdown(client.descriptor(), SHUT_RDWR);
    ::shutdown(server.descriptor(), SHUT_RDWR);
  }
  ~Connection() {
    close();
    if (requests.joinable()) requests.join();
    if (answers.joinable()) answers.join();
  }
};

CuttingProxy::CuttingProxy(std::uint16_t target)
    : target_(target), listener_(listener()), port_(local_port(listener_)) {
  thread_ = std::thread([this] { accept_all(); });
}

CuttingProxy::~CuttingProxy() {
  ends_ = true;
  thread_.join();
}

void CuttingProxy::accept_all() {
  while (!ends_) {
    std::erase_if(connections_, [](const auto& connection) { return connection->ended == 2; });
    pollfd waiting = {listener_.descriptor(), POLLIN, 0};
    if (::poll(&waiting, 1, kLookAgain) <= 0) continue;
    auto connection = std::make_unique<Connection>(
        Socket(::accept4(listener_.descriptor(), nullptr, nullptr, SOCK_CLOEXEC)),
        connect_to(target_));
    // A server that is gone refuses; so does the proxy, as well as it can.
    if (connection->client && connection->server) serve(*connection);
    if (connection->requests.joinable()) connections_.push_back(std::move(connection));
  }
  connections_.clear();
}

void CuttingProxy::serve(Connection& connection) {
  connection.requests = std::thread([this, &connection] { pass_requests(connection); });
  connection.answers = std::thread([this, &connection] { pass_answers(connection); });
}

void CuttingProxy::pass_requests(Connection& connection) {
  for (std::string bytes; !(bytes = received(connection.client)).empty();) {
    if (runs_out(bytes_until_cut_, bytes.size())) {
      send_all(connection.server, std::string_view(bytes).substr(0, bytes.size() / 2));
      ++cuts_;
      break;
    }
    if (runs_out(bytes_until_swallow_, bytes.size())) connection.swallows = true;
    if (!send_all(connection.server, bytes)) break;
  }
  connection.close();
  ++connection.ended;
}

void CuttingProxy::pass_answers(Connection& connection) {
  for (std::string bytes; !(bytes = received(connection.server)).empty();) {
    if (connection.swallows) {
      ++cuts_;
      break;
    }
    if (!send_all(connection.client, bytes)) break;
  }
  connection.close();
  ++connection.ended;
}

}  // namespace arbiter::testing
