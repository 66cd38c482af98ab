#include "tools/cli/cluster_credentials.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

#include "db/clickhouse/wire/endpoint.h"
#include "lib/export/neutral_text.h"
#include "tools/cli/output/console.h"

namespace arbiter {

using namespace clickhouse;
namespace {

constexpr const char* kPassword = "ARBITER_CLICKHOUSE_PASSWORD";
constexpr const char* kPasswordFile = "ARBITER_CLICKHOUSE_PASSWORD_FILE";
constexpr const char* kAuthorities = "ARBITER_CLICKHOUSE_CA_FILE";

// Returns the value of an environment variable; empty if it is not set.
std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

Result<std::string> password_in_environment() {
  std::string password = variable(kPassword);
  if (!password.empty()) return password;
  const std::string path = variable(kPasswordFile);
  if (path.empty()) return password;
  std::ifstream file(path);
  if (!std::getline(file, password)) {
    return Error{fmt::format("{}: cannot read a password from {}", kPasswordFile, path)};
  }
  if (password.ends_with('\r')) password.pop_back();
  return password;
}

Result<std::string> authorities_in_environment() {
  std::string path = variable(kAuthorities);
  if (!path.empty() && std::ifstream(path).peek() == std::ifstream::traits_type::eof()) {
    return Error{fmt::format("{}: cannot read certificates from {}", kAuthorities, path)};
  }
  return path;
}

Result<clickhouse::Credentials> credentials_in_environment() {
  auto password = password_in_environment();
  if (!password) return Error{password.error()};
  auto authorities = authorities_in_environment();
  if (!authorities) return Error{authorities.error()};
  return clickhouse::Credentials{.password = *std::move(password),
                                 .authorities = *std::move(authorities)};
}

}  // namespace

void use_cluster_credentials(Console& console) {
  clickhouse::set_credential_source(credentials_in_environment);
  clickhouse::set_exposure_listener([&console, is_told = false](const Host& host) mutable {
    if (std::exchange(is_told, true)) return;
    console.complain(
        fmt::format("the password is sent to {} without encryption; use TLS "
                    "(clickhouses://...) outside of your own network",
                    to_string(host)));
  });
  clickhouse::set_wait_listener(
      [&console, last = std::string()](const std::string& reason) mutable {
        // Another thread may be writing to the console.
        const bool is_known = std::exchange(last, reason) == reason;
        if (is_known || console.is_quiet() || !console.shows_status()) return;
        fmt::print(stderr, "arbiter: {}; waiting\n", neutral(reason));
      });
}

}  // namespace arbiter
