// An SQL server, reached over HTTP or, in tests, inside the same process. Addresses of clusters,
// clickhouse://[user@]host[:port][,host...]/database, and the credentials for them: user, password
// and certificate authorities.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"

namespace arbiter::clickhouse {

// The HTTP interface of a server.
struct Host {
  std::string name;  // for an IPv6 address, without brackets
  std::uint16_t port = 0;

  bool operator==(const Host&) const = default;
};

// Returns "host:port", or "[::1]:port" for IPv6.
std::string to_string(const Host& host);

// Returns whether the host is localhost or a loopback address.
bool is_this_machine(const Host& host);

// Parses "HOST[:PORT]"; the port defaults to `port`.
Result<Host> parse_host(std::string_view text, std::uint16_t port);

enum class Transport : std::uint8_t { Plain, Tls };

struct Address {
  Transport transport = Transport::Plain;
  std::string user;  // if empty, the server's default user
  // The replicas of each shard in the given order: "a|b,c|d" has two shards with two replicas each.
  // There is at least one shard, and each has at least one host.
  std::vector<std::vector<Host>> shards;
  // The database name: letters, digits and "_", at most 48 characters, not starting with a digit.
  std::string database;
};

// Returns whether a database name has the form of a cluster address, valid or not.
bool is_cluster_name(std::string_view name);

// Parses an address. Rejects passwords, because other users can see command lines.
Result<Address> parse_address(std::string_view name);

struct Credentials {
  std::string user = {};      // if empty, the server's default user
  std::string password = {};  // may be empty; must not appear in messages
  // A PEM file with the trusted CA certificates for TLS. If empty, the system's are used.
  std::string authorities = {};
};

// A function that returns all credentials except the user, or an error.
using CredentialSource = std::function<Result<Credentials>()>;

// Sets the source of credentials; the library does not read the environment. Must be called at most
// once, before a cluster is opened. By default, there is no password and the system's CA
// certificates are trusted.
void set_credential_source(CredentialSource source);

// A function called for a remote host that receives the password without TLS.
using ExposureListener = std::function<void(const Host& host)>;

// Must be called at most once, before a cluster is opened. The default does nothing.
void set_exposure_listener(ExposureListener listener);

// Calls the listener for the first exposed host among the replicas of all shards.
void report_exposure(const Credentials& credentials, Transport transport,
                     std::span<const std::vector<Host>> shards);

// Reads the credentials from their source on each call, and reports exposed hosts of the address.
Result<Credentials> credentials_of(const Address& address);

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
