// The HTTP server with a test handler, and local clients.
#include "tools/serve/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/namespaces.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

namespace {

constexpr std::size_t kLargeBody = std::size_t{32} << 20;

// Responds to "/quick" immediately, to "/large" with a large body, and to other targets after
// release().
class Handler final : public HttpHandler {
 public:
  void release() { released_.set_value(); }

  std::optional<HttpResponse> refuse(const HttpRequest& /*head*/) override { return std::nullopt; }
  bool is_quick(const HttpRequest& request) const override { return request.target == "/quick"; }
  HttpResponse answer(const HttpRequest& request) override {
    if (request.target == "/large") return {.body = std::string(kLargeBody, 'x')};
    if (!is_quick(request)) wait_.wait();
    return {.body = request.target};
  }
  HttpResponse failure(unsigned status, std::string_view message) override {
    return {.status = status, .body = std::string(message)};
  }

 private:
  std::promise<void> released_;
  std::shared_future<void> wait_ = released_.get_future().share();
};

// A server that runs in its own thread until the object is destroyed.
class RunningServer {
 public:
  RunningServer(const HttpLimits& limits, HttpHandler& handler) {
    auto opened = HttpServer::open(0, limits, handler);
    REQUIRE(opened);
    server_ = *std::move(opened);
    thread_ = std::thread([this] { server_->run([this] { return is_at_end_.load(); }); });
  }
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;
  ~RunningServer() {
    is_at_end_ = true;
    thread_.join();
  }

  // Returns a connection on which the target was requested.
  int request(const std::string& target) const {
    const int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(server_->port());
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(client, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0);
    const std::string bytes = "GET " + target + " HTTP/1.1\r\nConnection: close\r\n\r\n";
    REQUIRE(::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL) == ssize_t(bytes.size()));
    return client;
  }

 private:
  std::unique_ptr<HttpServer> server_;
  std::atomic<bool> is_at_end_ = false;
  std::thread thread_;
};

// Returns everything that the server sends until it closes the connection.
std::string read_all(int client) {
  std::string bytes;
  std::array<char, 65536> part;
  for (ssize_t got = 0; (got = ::recv(client, part.data(), part.size(), 0)) > 0;) {
    bytes.append(part.data(), static_cast<std::size_t>(got));
  }
  ::close(client);
  return bytes;
}

}  // namespace

TEST_CASE("quick requests do not wait for slow ones", "[http]") {
  Handler handler;
  const RunningServer server({.workers = 2}, handler);
  std::vector<int> slow;
  for (int i = 0; i < 10; ++i) slow.push_back(server.request("/slow"));
  CHECK_THAT(read_all(server.request("/quick")), Contains("200 OK") && Contains("/quick"));
  handler.release();
  for (const int client : slow) CHECK_THAT(read_all(client), Contains("/slow"));
}

TEST_CASE("a client that reads nothing of a response loses its connection", "[http]") {
  Handler handler;
  const RunningServer server({.stall_time = std::chrono::seconds{1}}, handler);
  CHECK(read_all(server.request("/large")).size() > kLargeBody);
  const int silent = server.request("/large");
  std::this_thread::sleep_for(std::chrono::seconds{3});
  CHECK(read_all(silent).size() < kLargeBody);
}
