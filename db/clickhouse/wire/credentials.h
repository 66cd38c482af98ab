// The user and the password of a cluster, and the trusted certificate authorities.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "db/clickhouse/wire/address.h"
#include "lib/base/result.h"

namespace arbiter::clickhouse {

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
