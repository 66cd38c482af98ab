// A server that runs SQL: over HTTP, or for tests in the same process.
// Messages while requests are retried.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"

namespace arbiter::clickhouse {

struct Setting {
  std::string_view name;
  std::string value;
};

struct Request {
  std::string sql;            // one statement
  std::string database = {};  // the default database; empty: the user's
  // The rows of an INSERT in the format at the end of `sql`. Must outlive the request.
  std::string_view body = {};
  std::string query_id = {};                     // empty: chosen by the server
  std::vector<Setting> settings = {};            // must exist in the server's version
  std::chrono::seconds timeout{600};             // of the whole request
  std::size_t max_bytes = std::size_t{1} << 30;  // of the response
};

struct Answer {
  std::string bytes;                          // in the format at the end of the SQL
  std::optional<std::uint32_t> request = {};  // the number of the request that begins each row
  std::uint64_t rows_read = 0;
  std::uint64_t bytes_read = 0;
};

// The effect of a request that failed.
enum class Effect : std::uint8_t { None, Unknown };

// A server does not respond, or reports an error. what() has the server's name, and advice.
class EndpointFailure : public IoError {
 public:
  struct Facts {
    std::string host;
    int code = 0;  // ClickHouse's error code; 0: no response
    // True if the same request may succeed later, or at another replica.
    bool may_pass = false;
    Effect effect = Effect::None;
    bool is_refused = false;  // no program listens on the port
  };
  EndpointFailure(const std::string& message, Facts facts)
      : IoError(message), facts_(std::move(facts)) {}

  const Facts& facts() const { return facts_; }

 private:
  Facts facts_;
};

class Endpoint {
 public:
  Endpoint() = default;
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;
  virtual ~Endpoint() = default;

  // The name in messages and in --explain: "host:port".
  virtual const std::string& name() const = 0;

  // Returns the complete response, or throws EndpointFailure; or IoError within about a second
  // after a stop was requested (QueryStop). May be called by several threads.
  virtual Answer ask(const Request& request) = 0;
};

// Receives the reason for a wait, one call at a time.
using WaitListener = std::function<void(const std::string& reason)>;
void set_wait_listener(WaitListener listener);

// Passes the reason on if the wait began more than a second ago.
void report_wait(std::chrono::steady_clock::time_point begin, const std::string& reason);

}  // namespace arbiter::clickhouse
