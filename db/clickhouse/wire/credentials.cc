#include "db/clickhouse/wire/credentials.h"

#include <utility>

namespace arbiter::db::clickhouse::wire {
namespace {

PasswordSource& source() {
  static PasswordSource source;
  return source;
}

}  // namespace

void set_password_source(PasswordSource given) { source() = std::move(given); }

Result<std::string> given_password() { return source() ? source()() : std::string(); }

}  // namespace arbiter::db::clickhouse::wire
