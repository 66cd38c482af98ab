#include "tools/cli/cluster_password.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "db/clickhouse/wire/credentials.h"

namespace arbiter::cli {
namespace {

constexpr const char* kPassword = "ARBITER_CLICKHOUSE_PASSWORD";
constexpr const char* kPasswordFile = "ARBITER_CLICKHOUSE_PASSWORD_FILE";

Result<std::string> password_in_environment() {
  if (const char* password = std::getenv(kPassword)) return std::string(password);
  const char* path = std::getenv(kPasswordFile);
  if (!path) return std::string();
  std::ifstream file(path);
  std::string password;
  if (!std::getline(file, password)) {
    return Error{fmt::format("{}: cannot read a password from {}", kPasswordFile, path)};
  }
  return password;
}

}  // namespace

void use_cluster_password() { db::clickhouse::set_password_source(password_in_environment); }

}  // namespace arbiter::cli
