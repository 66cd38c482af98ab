// A proxy between the program and a server that repeats, drops or answers requests.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/cluster/loopback.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The treatment of a request.
enum class Lie {
  Double,         // the server executes it twice; the second response counts
  Drop,           // closes the connection; the server does not receive it
  LoseAnswer,     // the server executes it, and the connection is closed
  Delay,          // the server receives it a second later
  Hold,           // the server executes it; the response waits until the client has gone
  Empty,          // 200 without content
  EmptyOfServer,  // the same with ClickHouse's fields
  Page,           // 200 with an HTML page
  Error,          // 500
  Busy,           // 503
};

struct LiePlan {
  Lie lie{};
  int first = 0;                // of the requests from now on; earlier ones pass
  int every = 0;                // 2: every other request afterwards; 0: only the first
  std::string containing = {};  // only of requests with this text
};

// Listens on a free port of 127.0.0.1. Passes each request to `target` on a connection of its own.
class LyingProxy {
 public:
  explicit LyingProxy(std::uint16_t target);
  LyingProxy(const LyingProxy&) = delete;
  LyingProxy& operator=(const LyingProxy&) = delete;
  ~LyingProxy();

  std::uint16_t port() const { return port_; }

  void set_plan(LiePlan plan);
  void clear_plan();

  // The number of lies since set_plan().
  int lies() const { return lies_; }
  // The number of requests that the plan counted.
  int requests() const;

 private:
  void accept_all();
  void serve(const Socket& client);
  std::string answer(const Socket& client, const std::string& request);
  void wait_for_end_of(const Socket& client) const;
  std::optional<Lie> lie_for(const std::string& request);

  std::uint16_t target_;
  Socket listener_;
  std::uint16_t port_;
  std::atomic<bool> ends_ = false;
  std::atomic<int> lies_ = 0;
  mutable std::mutex mutex_;  // guards the next two
  std::optional<LiePlan> plan_;
  int requests_ = 0;  // since set_plan()
  std::vector<std::jthread> clients_;
  std::thread thread_;
};

}  // namespace arbiter::testing
