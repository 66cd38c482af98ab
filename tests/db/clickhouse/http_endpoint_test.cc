// Tests responses of a server whose connection fails.
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

// Sends the same response to each request, and closes the connection.
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
    while (!request.ends_with(kSql) && !request.ends_with("RowBinary")) {
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
  Answer ask(std::string_view response, std::string_view sql = kSql) {
    server_.set_response(response);
    return endpoint_.ask({.sql = std::string(sql)});
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
const std::string kOwn = "X-ClickHouse-Server-Display-Name: node1\r\n";
const std::string kLength = "HTTP/1.1 200 OK\r\ncontent-length: 11\r\n" + kOwn + "\r\nchess games";
const std::string kEmpty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + kOwn + "\r\n";
const std::string kInterim = "HTTP/1.1 100 Continue\r\n\r\n" + kChunks;
const std::string kError =
    "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 46\r\n\r\n"
    "Code: 60, e.displayText() = DB::Exception: x\r\n";

// Returns the size from which libcurl accepts the response. It does not wait for the line feed
// after the last chunk.
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
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n{}\r\n{:x}\r\n{}\r\n0\r\n\r\n", kOwn,
        size, std::string(size, 'x'));
  };
  CHECK(client.ask_for(kMax, response(kMax)).bytes.size() == kMax);
  for (const std::size_t size : {kMax + 1, 8 * kMax}) {
    CAPTURE(size);
    CHECK_THROWS_WITH(client.ask_for(kMax, response(size)),
                      Contains("127.0.0.1:") && Contains("exceeds 1 MB"));
  }
  CHECK(client.ask(kLength).bytes == "chess games");
}

TEST_CASE("a response without a length is rejected", "[clickhouse]") {
  Client client;
  for (const char* header :
       {"", "Content-Type: text/html\r\n", "Transfer-Encoding: identity\r\n"}) {
    CAPTURE(header);
    const auto failure = client.failure("HTTP/1.1 200 OK\r\n" + kOwn + header + "\r\nchess games");
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

TEST_CASE("a response of another program is named as that", "[clickhouse]") {
  struct Case {
    std::string response;
    std::string shown;
    bool may_pass;
  };
  const std::string page = "<!DOCTYPE html>\n<p>Sign in</p>";
  const std::string size = fmt::format("Content-Length: {}\r\n\r\n", page.size());
  const Case c = GENERATE_COPY(values<Case>({
      {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "status 200, no content", false},
      {"HTTP/1.1 200 OK\r\n" + size + page, "status 200, '<!DOCTYPE html> <p>Sign", false},
      {"HTTP/1.1 404 Not Found\r\n" + size + page, "status 404, '<!DOCTYPE", false},
      {"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n", "status 500, no content", true},
      {"HTTP/1.1 503 Busy\r\n" + size + page, "status 503, '<!DOCTYPE", true},
  }));
  Client client;
  CAPTURE(c.response);
  const auto failure = client.failure(c.response);
  REQUIRE(failure);
  CHECK(failure->facts().may_pass == c.may_pass);
  CHECK(failure->facts().effect == Effect::Unknown);
  CHECK_THAT(failure->what(), Contains("127.0.0.1:") && Contains("not a ClickHouse response") &&
                                  Contains(c.shown) && !Contains("cluster init"));
}

TEST_CASE("an error of the server follows what it means", "[clickhouse]") {
  struct Case {
    std::string text;
    std::string shown;
    bool may_pass;
  };
  const Case c = GENERATE(values<Case>({
      {"Code: 75, e.displayText() = DB::ErrnoException: Cannot write to file, errno: 28, strerror: "
       "No space left on device, e.what() = DB::ErrnoException",
       "the server's disk is full: Cannot write to file, errno: 28, strerror: No space left on "
       "device (code 75); free disk space there, and repeat the command",
       false},
      {"Code: 243. DB::Exception: Cannot reserve 1 MiB. (NOT_ENOUGH_SPACE) (version 26.7)",
       "the server's disk is full: Cannot reserve 1 MiB. (NOT_ENOUGH_SPACE) (code 243); free",
       false},
      {"Code: 241, e.displayText() = DB::Exception: Memory limit (for query) exceeded, e.what() = "
       "x",
       "the server's memory limit is reached: Memory limit (for query) exceeded (code 241); raise "
       "max_memory_usage",
       true},
      {"Code: 164, e.displayText() = DB::Exception: Cannot insert in readonly mode, e.what() = x",
       "the user may only read, or may not change settings: Cannot insert in readonly mode (code "
       "164)",
       false},
      {"Code: 201, e.displayText() = DB::Exception: Quota exceeded, e.what() = x",
       "the user's quota is used up: Quota exceeded (code 201)", false},
      {"Code: 192, e.displayText() = DB::Exception: Unknown user anna, e.what() = x",
       "unknown user: Unknown user anna (code 192); put the user", false},
      {"Code: 159, e.displayText() = DB::Exception: Timeout exceeded, e.what() = x",
       "the query takes longer than max_execution_time allows: Timeout exceeded (code 159)", true},
      {"Code: 47, e.displayText() = DB::Exception: Unknown identifier: x, e.what() = x",
       ": Unknown identifier: x (code 47)", false},
  }));
  Client client;
  const auto failure =
      client.failure(fmt::format("HTTP/1.1 500 Internal Server Error\r\nContent-Length: "
                                 "{}\r\n\r\n{}",
                                 c.text.size(), c.text));
  REQUIRE(failure);
  CHECK_THAT(failure->what(), Contains(c.shown));
  CHECK(failure->facts().may_pass == c.may_pass);
}

TEST_CASE("a port on which nothing listens refuses connections", "[clickhouse]") {
  const Host host{"127.0.0.1", free_ports(1).front()};
  HttpEndpoint endpoint(host, Transport::Plain, {});
  try {
    endpoint.ask({.sql = std::string(kSql)});
    FAIL("it has responded");
  } catch (const EndpointFailure& failure) {
    CHECK(failure.facts().is_refused);
    CHECK(failure.facts().may_pass);
    CHECK_THAT(failure.what(), Contains("refuses connections"));
  }
}

TEST_CASE("the response to another query is rejected", "[clickhouse]") {
  Client client;
  const auto response_to = [](const std::string& id) {
    return "HTTP/1.1 200 OK\r\nX-ClickHouse-Query-Id: " + id +
           "\r\nContent-Length: 11\r\n\r\nchess games";
  };
  CHECK(client.ask(response_to("0198c7f1-of-a-proxy")).bytes == "chess games");
  const auto failure = client.failure(response_to("arbiter-0123456789abcdef-7"));
  REQUIRE(failure);
  CHECK(failure->facts().may_pass);
  CHECK_THAT(failure->what(), Contains("the response to another query"));
}

TEST_CASE("rows without the number of their request are the response to another query",
          "[clickhouse]") {
  Client client;
  const auto rows = [](std::string_view fields, std::string_view bytes) {
    return fmt::format("HTTP/1.1 200 OK\r\n{}Content-Length: {}\r\n\r\n{}", fields, bytes.size(),
                       bytes);
  };
  constexpr std::string_view kQuery = "SELECT 1 FORMAT RowBinary";
  CHECK_THROWS_WITH(client.ask(rows(kOwn, "\x01"), kQuery),
                    Contains("the response to another query"));
  // Without rows, the next response is the row count.
  CHECK_THROWS_WITH(client.ask(kEmpty, kQuery), Contains("the response to another query"));
  CHECK_THROWS_WITH(client.ask(rows(kOwn, "12345678"), kQuery),
                    Contains("the response to another query"));
}

}  // namespace arbiter::testing
