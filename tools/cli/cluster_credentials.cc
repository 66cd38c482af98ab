#include "tools/cli/cluster_credentials.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "db/clickhouse/wire/credentials.h"

namespace arbiter::cli {
namespace {

constexpr const char* kPassword = "ARBITER_CLICKHOUSE_PASSWORD";
constexpr const char* kPasswordFile = "ARBITER_CLICKHOUSE_PASSWORD_FILE";
constexpr const char* kAuthorities = "ARBITER_CLICKHOUSE_CA_FILE";

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

Result<std::string> authorities_in_environment() {
  const char* path = std::getenv(kAuthorities);
  if (!path || *path == '\0') return std::string();
  if (!std::ifstream(path).is_open()) {
    return Error{fmt::format("{}: cannot read {}", kAuthorities, path)};
  }
  return std::string(path);
}

Result<db::clickhouse::Credentials> credentials_in_environment() {
  auto password = password_in_environment();
  if (!password) return Error{password.error()};
  auto authorities = authorities_in_environment();
  if (!authorities) return Error{authorities.error()};
  return db::clickhouse::Credentials{.password = *std::move(password),
                                     .authorities = *std::move(authorities)};
}

}  // namespace

void use_cluster_credentials() {
  db::clickhouse::set_credential_source(credentials_in_environment);
}

}  // namespace arbiter::cli
