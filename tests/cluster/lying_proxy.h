// A proxy between the program and a server that repeats, drops, swaps or answers requests.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "tests/cluster/request_server.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// How the proxy treats a request.
enum class Lie {
  Double,      // the server executes it twice, and the second response is returned
  Drop,        // the connection is closed before the server receives the request
  LoseAnswer,  // the server executes it, but the connection is closed without a response
  Swap,        // the responses to this and the next request are swapped, if both are pending
  Delay,       // the server receives it one second later
  Hold,   // the server executes it, but the response is delayed until the client has disconnected
  Empty,  // status 200 without a body
  EmptyOfServer,  // the same, with ClickHouse's header fields
  Page,           // status 200 with an HTML page
  Error,          // status 500
  Busy,           // status 503
};

struct LiePlan {
  Lie lie{};
  int first = 0;                // first request to treat; earlier ones pass
  int every = 0;                // 2 means every other request from then on, 0 only the first
  std::string containing = {};  // only requests that contain this text
};

// Listens on a free port of 127.0.0.1. Passes each request to `target` on its own connection.
class LyingProxy {
 public:
  explicit LyingProxy(std::uint16_t target);

  std::uint16_t port() const { return server_.port(); }

  void set_plan(LiePlan plan);
  void clear_plan();

  // Returns the number of treated requests since set_plan(), including those that waited for
  // another one in vain.
  int lies() const { return lies_; }
  // Returns the number of swapped pairs of responses.
  int swaps() const { return swaps_; }
  // Returns the number of requests since set_plan().
  int requests() const;

 private:
  // Two requests whose responses are swapped.
  struct Pair {
    std::string first;
    std::optional<std::string> second = {};
  };

  std::string answer(std::string request, const Socket& client);
  std::string swapped(std::string response);
  std::optional<Lie> lie_for(const std::string& request);

  std::uint16_t target_;
  std::atomic<int> lies_ = 0;
  std::atomic<int> swaps_ = 0;
  mutable std::mutex mutex_;  // guards the members from plan_ to changed_
  std::optional<LiePlan> plan_;
  int requests_ = 0;            // number since set_plan()
  std::shared_ptr<Pair> pair_;  // pair whose first request is waiting
  std::condition_variable changed_;
  RequestServer server_;  // the last member, because it uses the others
};

}  // namespace arbiter::testing
