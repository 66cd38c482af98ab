// A proxy that cuts a server's connections at points chosen by a test.
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

// The points at which responses are cut. After the header, the next two points are in the middle of
// the first block of the body and before the last chunk.
struct AnswerCut {
  int lines = 0;  // number of header lines that pass, including the empty one
  int first = 0;  // first response to cut; earlier ones pass
  int every = 1;  // 2 means every other response
};

// Listens on a free port of 127.0.0.1, and passes bytes to `target` and back.
class CuttingProxy {
 public:
  explicit CuttingProxy(std::uint16_t target);
  CuttingProxy(const CuttingProxy&) = delete;
  CuttingProxy& operator=(const CuttingProxy&) = delete;
  ~CuttingProxy();

  std::uint16_t port() const { return port_; }

  // Cuts once: after all connections together have sent `bytes` from now on, stops forwarding and
  // closes both sides.
  void cut_after(std::int64_t bytes) { bytes_until_cut_ = bytes; }
  // Swallows once: forwards the next request of more than `bytes`, waits for the server's response,
  // and closes both sides without forwarding it. So the client does not learn the result.
  void swallow_answer_after(std::int64_t bytes) { bytes_until_swallow_ = bytes; }

  // Cuts responses and closes both sides, until the next call.
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
  std::atomic<std::int64_t> bytes_until_cut_ = -1;  // negative: not set
  std::atomic<std::int64_t> bytes_until_swallow_ = -1;
  std::atomic<int> cuts_ = 0;
  std::mutex mutex_;  // guards the following members
  std::optional<AnswerCut> answer_cut_;
  int answers_ = 0;  // number since cut_answers()
  std::vector<std::unique_ptr<Connection>> connections_;
  std::thread thread_;
};

}  // namespace arbiter::testing
