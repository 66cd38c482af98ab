// Who asks a cluster, and with which password.
#pragma once

#include <functional>
#include <string>

#include "db/model/namespaces.h"
#include "lib/base/result.h"

namespace arbiter::db::clickhouse::wire {

struct Credentials {
  std::string user;      // empty: the server's default user
  std::string password;  // in no message
};

// The password, or why there is none; an empty one where none is needed.
using PasswordSource = std::function<Result<std::string>()>;

// Called by the program before anything is opened, at most once: the library does not read the
// environment. Without it no password is sent.
void set_password_source(PasswordSource source);

// Asks the source, each time.
Result<std::string> given_password();

}  // namespace arbiter::db::clickhouse::wire
