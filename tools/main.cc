// The program: `arbiter COMMAND ...`.
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "db/clickhouse/wire/endpoint.h"
#include "lib/export/neutral_text.h"
#include "lib/os/process.h"
#include "tools/cli/command.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/output/console.h"
#include "tools/commands/commands.h"

using namespace arbiter;
using namespace arbiter::clickhouse;

// The static libstdc++ uses arc4random, which is new in glibc 2.36. With this definition, the
// program needs only glibc 2.35.
extern "C" std::uint32_t arc4random() noexcept { return random_number(); }

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

Result<Credentials> credentials_in_environment() {
  auto password = password_in_environment();
  if (!password) return Error{password.error()};
  auto authorities = authorities_in_environment();
  if (!authorities) return Error{authorities.error()};
  return Credentials{.password = *std::move(password), .authorities = *std::move(authorities)};
}

// Sets the credentials for all clusters. The environment is read when a cluster is opened. If the
// password is sent to a remote host without TLS, the first such host is reported on standard error.
void use_cluster_credentials(Console& console) {
  set_credential_source(credentials_in_environment);
  set_exposure_listener([&console, is_told = false](const Host& host) mutable {
    if (std::exchange(is_told, true)) return;
    console.complain(
        fmt::format("the password is sent to {} without encryption; use TLS "
                    "(clickhouses://...) outside of your own network",
                    to_string(host)));
  });
  set_wait_listener([&console, last = std::string()](const std::string& reason) mutable {
    // Another thread may be writing to the console.
    const bool is_known = std::exchange(last, reason) == reason;
    if (is_known || console.is_quiet() || !console.shows_status()) return;
    fmt::print(stderr, "arbiter: {}; waiting\n", neutral(reason));
  });
}

int run(std::vector<std::string> arguments) {
  Console console;
  use_cluster_credentials(console);
  try {
    const ExitCode code = run_program(commands(), std::move(arguments), console);
    console.flush();
    return static_cast<int>(code);
  } catch (const Interrupted&) {
    console.clear_status();
  } catch (const std::bad_alloc&) {
    console.complain("out of memory");
  } catch (const std::exception& fault) {
    if (!is_ending()) console.complain(fault.what());
  }
  return static_cast<int>(ExitCode::CouldNotRun);
}

}  // namespace

int main(int argc, char** argv) {
  if (!prepare_standard_streams()) return static_cast<int>(ExitCode::CouldNotRun);
  end_cleanly_on_signals();
  const int status =
      run(argc > 0 ? std::vector<std::string>(argv + 1, argv + argc) : std::vector<std::string>());
  end_by_noted_signal();
  return status;
}
