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

// The treatment of a request.
enum class Lie {
  Double,         // the server executes it twice; the second response counts
  Drop,           // closes the connection; the server does not receive it
  LoseAnswer,     // the server executes it, and the connection is closed
  Swap,           // it and the next request get each other's responses, if they wait together
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

  std::uint16_t port() const { return server_.port(); }

  void set_plan(LiePlan plan);
  void clear_plan();

  // The number of lies since set_plan(). A request that waits in vain for another one counts.
  int lies() const { return lies_; }
  // The number of pairs of responses that were swapped.
  int swaps() const { return swaps_; }
  // The number of requests that the plan counted.
  int requests() const;

 private:
  // Two requests that get each other's responses.
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
  mutable std::mutex mutex_;  // guards the next four
  std::optional<LiePlan> plan_;
  int requests_ = 0;            // since set_plan()
  std::shared_ptr<Pair> pair_;  // whose first request waits
  std::condition_variable changed_;
  RequestServer server_;  // the last member, because it uses the others
};

}  // namespace arbiter::testing
