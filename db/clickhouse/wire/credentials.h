// The user and the password of a cluster, and the trusted certificate authorities.
#pragma once

#include <functional>
#include <string>

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

// Reads the source again at each call.
Result<Credentials> credentials_of(const std::string& user);

}  // namespace arbiter::clickhouse
