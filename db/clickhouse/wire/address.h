// Where a cluster is: clickhouse://[user@]host[:port][,host...]/database.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"

namespace arbiter::clickhouse {

// A server's HTTP interface.
struct Host {
  std::string name;  // an IPv6 address without its brackets
  std::uint16_t port = 0;

  bool operator==(const Host&) const = default;
};

// "host:port", "[::1]:port".
std::string to_string(const Host& host);

// The inverse; without a port it is `port`.
Result<Host> parse_host(std::string_view text, std::uint16_t port);

enum class Transport : std::uint8_t { Plain, Tls };

struct Address {
  Transport transport = Transport::Plain;
  std::string user;  // empty: the server's default user
  // In the order in which they were written: "a|b,c|d" is two shards of two replicas. At least one
  // host, and no shard without one.
  std::vector<std::vector<Host>> shards;
  std::string database;  // letters, digits and "_", at most 48, not beginning with a digit
};

// Whether the name of a database is that of a cluster, right or wrong.
bool is_cluster_name(std::string_view name);

// A password in it is refused: command lines are seen by others.
Result<Address> parse_address(std::string_view name);

}  // namespace arbiter::clickhouse
