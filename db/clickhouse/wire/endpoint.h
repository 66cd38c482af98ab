// An SQL server, reached over HTTP or, in tests, in-process. Also declares the messages printed
// during retries.
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
  std::string database = {};  // the default database; if empty, the user's
  // The rows of an INSERT, in the format named at the end of `sql`. They must outlive the request.
  std::string_view body = {};
  std::string query_id = {};                     // if empty, the server chooses an id
  std::vector<Setting> settings = {};            // must be supported by the server's version
  std::chrono::seconds timeout{600};             // timeout of the whole request
  std::size_t max_bytes = std::size_t{1} << 30;  // maximum size of the response
};

struct Answer {
  std::string bytes;                          // in the format named at the end of the SQL
  std::optional<std::uint32_t> request = {};  // the request number at the start of each row
  std::uint64_t rows_read = 0;
  std::uint64_t bytes_read = 0;
};

// The effect of a failed request.
enum class Effect : std::uint8_t { None, Unknown };

// Thrown if a server does not respond or reports an error. what() contains the server name and
// advice.
class EndpointFailure : public IoError {
 public:
  struct Facts {
    std::string host;
    int code = 0;  // ClickHouse's error code; 0 if there was no response
    // True if the request may succeed later or on another replica.
    bool may_pass = false;
    Effect effect = Effect::None;
    bool is_refused = false;  // true if no program listens on the port
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

  // Returns the name used in messages and by --explain, such as "host:port".
  virtual const std::string& name() const = 0;

  // Returns the complete response. Throws EndpointFailure, or IoError within about a second after a
  // stop was requested (QueryStop). Thread-safe.
  virtual Answer ask(const Request& request) = 0;
};

// A function that receives the reason for a wait. Calls are serialized.
using WaitListener = std::function<void(const std::string& reason)>;
void set_wait_listener(WaitListener listener);

// Reports the reason for a wait, if the wait began more than a second ago.
void report_wait(std::chrono::steady_clock::time_point begin, const std::string& reason);

}  // namespace arbiter::clickhouse
