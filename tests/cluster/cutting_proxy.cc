#include "tests/cluster/cutting_proxy.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>

namespace arbiter::testing {
namespace {

constexpr int kPollInterval = 50;  // in milliseconds

std::string received(const Socket& socket) {
  std::array<char, 65536> block;
  const ssize_t size = ::recv(socket.descriptor(), block.data(), block.size(), 0);
  return std::string(block.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
}

// Decreases the counter by `bytes`. Returns whether it has just reached its end. A negative counter
// is inactive.
bool runs_out(std::atomic<std::int64_t>& left, std::size_t bytes) {
  std::int64_t before = left;
  while (before >= 0) {
    const std::int64_t after = before - static_cast<std::int64_t>(bytes);
    if (left.compare_exchange_weak(before, after)) return after < 0;
  }
  return false;
}

// A response that is forwarded only in part.
class CutAnswer {
 public:
  explicit CutAnswer(int lines) : lines_(lines) {}

  // Returns the number of bytes of the next block to forward.
  std::size_t passing(std::string_view block) {
    std::size_t passed = 0;
    while (!is_over_ && !is_body_ && passed < block.size()) passed += pass_line(block, passed);
    return is_over_ ? passed : passed + passing_body(block.substr(passed));
  }
  bool is_over() const { return is_over_; }

 private:
  std::size_t pass_line(std::string_view block, std::size_t begin) {
    is_over_ = lines_ == 0;
    if (is_over_) return 0;
    const std::size_t end = std::min(block.find('\n', begin), block.size() - 1) + 1;
    line_ += block.substr(begin, end - begin);
    if (line_.ends_with('\n')) {
      --lines_;
      is_body_ = line_ == "\r\n";
      line_.clear();
    }
    return end - begin;
  }

  std::size_t passing_body(std::string_view block) {
    constexpr std::string_view kLastChunk = "0\r\n\r\n";
    if (block.empty()) return 0;
    is_over_ = lines_ < 2 || (lines_ == 2 && block.ends_with(kLastChunk));
    if (!is_over_) return block.size();
    return lines_ == 0 ? 0 : lines_ == 1 ? block.size() / 2 : block.size() - kLastChunk.size();
  }

  int lines_;
  std::string line_;
  bool is_body_ = false;
  bool is_over_ = false;
};

}  // namespace

struct CuttingProxy::Connection {
  Socket client;
  Socket server;
  std::atomic<bool> swallows = false;
  std::atomic<bool> asks = false;  // true if the next bytes from the server begin a response
  std::atomic<int> ended = 0;      // how many of the two threads have ended
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
    if (::poll(&waiting, 1, kPollInterval) <= 0) continue;
    auto connection = std::make_unique<Connection>(
        Socket(::accept4(listener_.descriptor(), nullptr, nullptr, SOCK_CLOEXEC)),
        connect_to(target_));
    // A stopped server refuses connections, and so does the proxy as far as possible.
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
    connection.asks = true;
    if (!send_all(connection.server, bytes)) break;
  }
  connection.close();
  ++connection.ended;
}

void CuttingProxy::pass_answers(Connection& connection) {
  std::optional<CutAnswer> cut;
  for (std::string bytes; !(bytes = received(connection.server)).empty();) {
    if (connection.asks.exchange(false)) {
      const auto lines = lines_of_next_answer();
      cut = lines ? std::optional<CutAnswer>(*lines) : std::nullopt;
    }
    if (cut) bytes.resize(cut->passing(bytes));
    if (connection.swallows || (cut && cut->is_over())) {
      if (!connection.swallows) send_all(connection.client, bytes);
      ++cuts_;
      break;
    }
    if (!send_all(connection.client, bytes)) break;
  }
  connection.close();
  ++connection.ended;
}

void CuttingProxy::cut_answers(AnswerCut cut) {
  const std::lock_guard lock(mutex_);
  answer_cut_ = cut;
  answers_ = 0;
}

void CuttingProxy::pass_answers() {
  const std::lock_guard lock(mutex_);
  answer_cut_.reset();
}

std::optional<int> CuttingProxy::lines_of_next_answer() {
  const std::lock_guard lock(mutex_);
  if (!answer_cut_) return std::nullopt;
  const int answer = answers_++ - answer_cut_->first;
  if (answer < 0 || answer % answer_cut_->every != 0) return std::nullopt;
  return answer_cut_->lines;
}

}  // namespace arbiter::testing
