// A proxy that cuts a connection to a server wherever a test needs it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "tests/cluster/loopback.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// The places where responses are cut. After the header, the next two places are in the middle of
// the first block of the body and before the last chunk.
struct AnswerCut {
  int lines = 0;  // of the header, including the empty one, that pass
  int first = 0;  // of the responses from now on; earlier ones pass
  int every = 1;  // 2: every other response passes
};

// Listens on a free port of 127.0.0.1 and passes bytes to `target` and back.
class CuttingProxy {
 public:
  explicit CuttingProxy(std::uint16_t target);
  CuttingProxy(const CuttingProxy&) = delete;
  CuttingProxy& operator=(const CuttingProxy&) = delete;
  ~CuttingProxy();

  std::uint16_t port() const { return port_; }

  // Once: when the connections together have sent `bytes` from now on, stops passing them and
  // closes both sides.
  void cut_after(std::int64_t bytes) { bytes_until_cut_ = bytes; }
  // Once: lets the next request of more than `bytes` through and waits for the server's response.
  // Then closes both sides instead of passing it on, so the client does not learn the result.
  void swallow_answer_after(std::int64_t bytes) { bytes_until_swallow_ = bytes; }

  // Cuts responses, and closes both sides, until the next call.
  void cut_answers(AnswerCut cut);
  void pass_answers();

  int cuts() const { return cuts_; }

 private:
  struct Connection;

  void accept_all();
  void serve(Connection& connection);
  void pass_requests(Connection& connection);
  void pass_answers(Connection& connection);
  std::optional<int> lines_of_next_answer();

  std::uint16_t target_;
  Socket listener_;
  std::uint16_t port_;
  std::atomic<bool> ends_ = false;
  std::atomic<std::int64_t> bytes_until_cut_ = -1;  // negative: no cut
  std::atomic<std::int64_t> bytes_until_swallow_ = -1;
  std::atomic<int> cuts_ = 0;
  std::mutex mutex_;  // guards the next two
  std::optional<AnswerCut> answer_cut_;
  int answers_ = 0;  // since cut_answers()
  std::vector<std::unique_ptr<Connection>> connections_;
  std::thread thread_;
};

}  // namespace arbiter::testing
