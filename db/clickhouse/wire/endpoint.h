// One server that answers SQL: over HTTP, or for tests in the same process.
#pragma once

#include <chrono>
#include <cstdint>
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
  std::string database = {};  // that of tables without one; empty: the user's
  // The rows of an INSERT as bytes of the format that `sql` names at its end. Must outlive ask().
  std::string_view body = {};
  std::string query_id = {};           // empty: the server makes one
  std::vector<Setting> settings = {};  // only such as the server knows
  std::chrono::seconds timeout{600};   // for all of it
};

struct Answer {
  std::string bytes;  // in the format that the SQL names
  std::uint64_t rows_read = 0;
  std::uint64_t bytes_read = 0;
};

// Whether a request that failed has had an effect.
enum class Effect : std::uint8_t { None, Unknown };

// A server that does not answer, or answers that it cannot. what() names the server and what to do.
class EndpointFailure : public IoError {
 public:
  struct Facts {
    std::string host;
    int code = 0;  // ClickHouse's number of the error; 0: it did not answer
    // The same request may succeed later, or at another replica.
    bool may_pass = false;
    Effect effect = Effect::None;
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

  // The whole answer, or EndpointFailure: never a part of one. May be called by several threads.
  virtual Answer ask(const Request& request) = 0;
};

}  // namespace arbiter::clickhouse
