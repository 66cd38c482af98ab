// Responses of a server whose connection breaks.
#include "db/clickhouse/wire/http_endpoint.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/cluster/loopback.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using namespace arbiter::clickhouse;

constexpr std::string_view kSql = "SELECT 1";

// Sends the same bytes in response to each request, and closes the connection.
class CannedServer {
 public:
  CannedServer()
      : listener_(listener()), port_(local_port(listener_)), thread_([this] { serve(); }) {}
  CannedServer(const CannedServer&) = delete;
  CannedServer& operator=(const CannedServer&) = delete;
  ~CannedServer() {
    ends_ = true;
    thread_.join();
  }

  Host host() const { return {"127.0.0.1", port_}; }
  void set_response(std::string_view response) {
    const std::lock_guard lock(mutex_);
    response_ = response;
  }

 private:
  void serve() {
    while (!ends_) {
      pollfd waiting = {listener_.descriptor(), POLLIN, 0};
      if (::poll(&waiting, 1, 20) <= 0) continue;
      const Socket client(::accept4(listener_.descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
      read_request(client);
      const std::lock_guard lock(mutex_);
      send_all(client, response_);
    }
  }

  static void read_request(const Socket& client) {
    std::string request;
    std::array<char, 4096> block;
    while (!request.ends_with(kSql)) {
      const ssize_t size = ::recv(client.descriptor(), block.data(), block.size(), 0);
      if (size <= 0) return;
      request.append(block.data(), static_cast<std::size_t>(size));
    }
  }

  Socket listener_;
  std::uint16_t port_;
  std::atomic<bool> ends_ = false;
  std::mutex mutex_;
  std::string response_;
  std::thread thread_;
};

class Client {
 public:
  Answer ask(std::string_view response) {
    server_.set_response(response);
    return endpoint_.ask({.sql = std::string(kSql)});
  }

  Answer ask_for(std::size_t max_bytes, std::string_view response) {
    server_.set_response(response);
    return endpoint_.ask({.sql = std::string(kSql), .max_bytes = max_bytes});
  }

  std::optional<EndpointFailure> failure(std::string_view response) try {
    ask(response);
    return std::nullopt;
  } catch (const EndpointFailure& failure) {
    return failure;
  }

 private:
  CannedServer server_;
  HttpEndpoint endpoint_{server_.host(), Transport::Plain, {}};
};

const std::string kChunks =
    "HTTP/1.1 200 OK\r\n"
    "Date: Sat, 02 Mar 2024 10:00:00 GMT\r\n"
    "X-ClickHouse-Progress: {\"read_rows\":\"12\",\"read_bytes\":\"340\"}\r\n"
    "Transfer-Encoding: chunked\r\n"
    "Keep-Alive: timeout=3\r\n"
    "\r\n"
    "6\r\nchess \r\n5\r\ngames\r\n0\r\n\r\n";
const std::string kLength = "HTTP/1.1 200 OK\r\ncontent-length: 11\r\nX-Last: 1\r\n\r\nchess games";
const std::string kEmpty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Last: 1\r\n\r\n";
const std::string kInterim = "HTTP/1.1 100 Continue\r\n\r\n" + kChunks;
const std::string kError =
    "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 46\r\n\r\n"
    "Code: 60, e.displayText() = DB::Exception: x\r\n";

// After the last chunk only a line feed is missing, which libcurl does not wait for.
std::size_t size_of_whole(const std::string& response) {
  return response.size() - (response.ends_with("\r\n0\r\n\r\n") ? 1 : 0);
}

}  // namespace

TEST_CASE("a complete response is accepted", "[clickhouse]") {
  Client client;
  for (const std::string& response : {kChunks, kLength, kInterim}) {
    CAPTURE(response);
    CHECK(client.ask(response).bytes == "chess games");
  }
  CHECK(client.ask(kEmpty).bytes.empty());
  CHECK(client.ask(kChunks).rows_read == 12);
}

TEST_CASE("a response cut anywhere is a broken connection", "[clickhouse]") {
  Client client;
  for (const std::string& response : {kChunks, kLength, kEmpty, kInterim, kError}) {
    for (std::size_t size = 0; size < size_of_whole(response); ++size) {
      CAPTURE(response, size);
      const auto failure = client.failure(std::string_view(response).substr(0, size));
      REQUIRE(failure);
      CHECK(failure->facts().code == 0);
      CHECK(failure->facts().may_pass);
      CHECK(failure->facts().effect == Effect::Unknown);
      CHECK_THAT(failure->what(), Contains("127.0.0.1:"));
    }
  }
}

TEST_CASE("a response is bounded in memory", "[clickhouse]") {
  Client client;
  constexpr std::size_t kMax = std::size_t{1} << 20;
  const auto response = [](std::size_t size) {
    return fmt::format(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{}\r\n0\r\n\r\n", size,
        std::string(size, 'x'));
  };
  CHECK(client.ask_for(kMax, response(kMax)).bytes.size() == kMax);
  for (const std::size_t size : {kMax + 1, 8 * kMax}) {
    CAPTURE(size);
    CHECK_THROWS_WITH(client.ask_for(kMax, response(size)),
                      Contains("127.0.0.1:") && Contains("more than 1 MB"));
  }
  CHECK(client.ask(kLength).bytes == "chess games");
}

TEST_CASE("a response without a length is rejected", "[clickhouse]") {
  Client client;
  for (const char* header :
       {"", "Content-Type: text/html\r\n", "Transfer-Encoding: identity\r\n"}) {
    CAPTURE(header);
    const auto failure =
        client.failure("HTTP/1.1 200 OK\r\n" + std::string(header) + "\r\nchess games");
    REQUIRE(failure);
    CHECK_FALSE(failure->facts().may_pass);
    CHECK_THAT(failure->what(), Contains("without a length") && Contains("HTTP port"));
  }
}

TEST_CASE("a response with another status than 200 is an error", "[clickhouse]") {
  Client client;
  CHECK(client.failure(kError)->facts().code == 60);
  CHECK_THAT(client.failure("HTTP/1.1 204 No Content\r\n\r\n")->what(), Contains("status 204"));
  CHECK_THAT(client.failure("HTTP/1.1 404 Not Found\r\n\r\nno")->what(), Contains("status 404"));
}

}  // namespace arbiter::testing
