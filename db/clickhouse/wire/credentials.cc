#include "db/clickhouse/wire/credentials.h"

#include <utility>

namespace arbiter::clickhouse {
namespace {

CredentialSource& source() {
  static CredentialSource source;
  return source;
}

}  // namespace

void set_credential_source(CredentialSource given) { source() = std::move(given); }

Result<Credentials> credentials_of(const std::string& user) {
  auto credentials = source() ? source()() : Credentials();
  if (credentials) credentials->user = user;
  return credentials;
}

}  // namespace arbiter::clickhouse
