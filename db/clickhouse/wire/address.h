// Addresses of clusters: clickhouse://[user@]host[:port][,host...]/database.
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

// Returns "host:port" or "[::1]:port".
std::string to_string(const Host& host);

// Returns whether the name is a loopback address, or localhost.
bool is_this_machine(const Host& host);

// Parses such a text. The default port is `port`.
Result<Host> parse_host(std::string_view text, std::uint16_t port);

enum class Transport : std::uint8_t { Plain, Tls };

struct Address {
  Transport transport = Transport::Plain;
  std::string user;  // empty: the server's default user
  // The replicas of each shard in the given order: "a|b,c|d" has two shards of two replicas. There
  // is at least one shard, and each has a host.
  std::vector<std::vector<Host>> shards;
  std::string database;  // letters, digits and "_", at most 48, not beginning with a digit
};

// Returns whether a database name is that of a cluster, valid or not.
bool is_cluster_name(std::string_view name);

// Parses an address. Rejects passwords, because other users can see command lines.
Result<Address> parse_address(std::string_view name);

}  // namespace arbiter::clickhouse
