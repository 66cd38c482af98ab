// Addresses of clusters, clickhouse://[user@]host[:port][,host...]/database, and credentials: user,
// password and CA certificates.
#pragma once

#include <cstdint>
#include <functional>
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

}  // namespace arbiter::clickhouse
