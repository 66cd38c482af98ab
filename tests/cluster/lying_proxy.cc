#include "tests/cluster/lying_proxy.h"

#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "tests/cluster/loopback.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;

// The timeout for a second request. Its response is swapped with the first response.
constexpr milliseconds kSwapTimeout{300};

void wait_for_end_of(const Socket& client) {
  char next = 0;
  while (true) {
    const ssize_t read = ::recv(client.descriptor(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
    if (read == 0 || (read < 0 && errno != EAGAIN)) return;
    std::this_thread::sleep_for(milliseconds(20));
  }
}

}  // namespace

LyingProxy::LyingProxy(std::uint16_t target)
    : target_(target), server_([this](const std::string& request, const Socket& client) {
        return answer(request, client);
      }) {}

std::string LyingProxy::answer(std::string request, const Socket& client) {
  request.insert(request.find("\r\n") + 2, "Connection: close\r\n");
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
      // While a query runs, the server rejects another query with its id.
      std::this_thread::sleep_for(milliseconds(200));
      return honest();
    case Lie::Drop:
      return {};
    case Lie::LoseAnswer:
      honest();
      return {};
    case Lie::Swap:
      return swapped(honest());
    case Lie::Delay:
      std::this_thread::sleep_for(milliseconds(1000));
      return honest();
    case Lie::Hold:
      honest();
      wait_for_end_of(client);
      return {};
    case Lie::Empty:
      return http_response("200 OK", "", "");
    case Lie::EmptyOfServer:
      return http_response("200 OK", "X-ClickHouse-Server-Display-Name: node\r\n", "");
    case Lie::Page:
      return http_response("200 OK", "Content-Type: text/html\r\n",
                           "<!DOCTYPE html><p>Sign in</p>");
    case Lie::Error:
      return http_response("500 Internal Server Error", "", "oh");
    case Lie::Busy:
      return http_response("503 Service Unavailable", "", "later");
  }
  return {};
}

// Returns the response to the other request of a pair, or `response` after a timeout.
std::string LyingProxy::swapped(std::string response) {
  std::unique_lock lock(mutex_);
  if (const std::shared_ptr<Pair> pair = std::exchange(pair_, nullptr)) {
    pair->second = std::move(response);
    ++swaps_;
    changed_.notify_all();
    return pair->first;
  }
  const auto pair = pair_ = std::make_shared<Pair>(Pair{.first = std::move(response)});
  if (changed_.wait_for(lock, kSwapTimeout, [&] { return pair->second.has_value(); })) {
    return *pair->second;
  }
  pair_.reset();
  return pair->first;
}

std::optional<Lie> LyingProxy::lie_for(const std::string& request) {
  const std::lock_guard lock(mutex_);
  if (!plan_ || request.find(plan_->containing) == request.npos) return std::nullopt;
  const int number = requests_++ - plan_->first;
  const int last = plan_->lie == Lie::Swap ? 1 : 0;
  const bool is_lie =
      plan_->every == 0 ? number >= 0 && number <= last : number >= 0 && number % plan_->every == 0;
  if (!is_lie) return std::nullopt;
  ++lies_;
  return plan_->lie;
}

void LyingProxy::set_plan(LiePlan plan) {
  const std::lock_guard lock(mutex_);
  plan_ = std::move(plan);
  requests_ = 0;
  lies_ = 0;
  swaps_ = 0;
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
