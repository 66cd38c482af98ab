// Who asks a cluster, with which password, and which authorities are trusted.
#pragma once

#include <functional>
#include <string>

#include "lib/base/result.h"

namespace arbiter::clickhouse {

struct Credentials {
  std::string user = {};      // empty: the server's default user
  std::string password = {};  // empty: none; in no message
  // A file of certificates, as PEM: with TLS, whom they belong to is trusted to say who a server
  // is. Empty: those that the system trusts.
  std::string authorities = {};
};

// All but the user, or why there is none.
using CredentialSource = std::function<Result<Credentials>()>;

// Called by the program before anything is opened, at most once: the library does not read the
// environment. Without it there is no password, and the system's authorities are trusted.
void set_credential_source(CredentialSource source);

// Asks the source, each time.
Result<Credentials> credentials_of(const std::string& user);

}  // namespace arbiter::clickhouse
