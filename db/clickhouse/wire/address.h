// Addresses of clusters: clickhouse://[user@]host[:port][,host...]/database.
// The user and the password of a cluster, and the trusted certificate authorities.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
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

// Parses "HOST[:PORT]"; the port defaults to `port`.
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

struct Credentials {
  std::string user = {};      // empty: the server's default user
  std::string password = {};  // empty: none; never in messages
  // A PEM file of the certificate authorities that are trusted with TLS. Empty: those of the
  // system.
  std::string authorities = {};
};

// Returns everything but the user, or an error.
using CredentialSource = std::function<Result<Credentials>()>;

// Sets the source of credentials, because the library does not read the environment. Called at most
// once, before a cluster is opened. The default is no password and the system's authorities.
void set_credential_source(CredentialSource source);

// Called with a host, other than this machine, that gets the password without TLS.
using ExposureListener = std::function<void(const Host& host)>;

// Sets the listener. Called at most once, before a cluster is opened. The default does nothing.
void set_exposure_listener(ExposureListener listener);

// Calls the listener for the first such host among the replicas of all shards.
void report_exposure(const Credentials& credentials, Transport transport,
                     std::span<const std::vector<Host>> shards);

// Reads the source again at each call, and reports the exposure to the hosts of the address.
Result<Credentials> credentials_of(const Address& address);

}  // namespace arbiter::clickhouse
