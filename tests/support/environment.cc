#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"

namespace arbiter::testing {
namespace {

std::optional<std::filesystem::path> path_in(const char* variable) {
  const char* value = std::getenv(variable);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return std::filesystem::path(value);
}

std::string& reason_of_skip() {
  static std::string reason;
  return reason;
}

}  // namespace

std::optional<std::filesystem::path> corpus() { return path_in("ARBITER_CORPUS"); }

std::filesystem::path repository() {
  const auto runfiles = path_in("TEST_SRCDIR");
  const auto workspace = path_in("TEST_WORKSPACE");
  if (!runfiles || !workspace) return std::filesystem::current_path();
  return *runfiles / *workspace;
}

std::filesystem::path testdata(const std::filesystem::path& name) {
  return repository() / "testdata" / name;
}

std::filesystem::path arbiter_binary() {
  if (const auto binary = path_in("ARBITER_BINARY")) return *binary;
  return repository() / "tools" / "arbiter";
}

std::filesystem::path scratch_folder() {
  if (const auto folder = path_in("TEST_TMPDIR")) return *folder;
  return std::filesystem::temp_directory_path();
}

bool is_nightly() { return std::getenv("ARBITER_NIGHTLY") != nullptr; }

void skip_test(std::string_view reason) { reason_of_skip() = reason; }

std::string_view skip_reason() { return reason_of_skip(); }

void forget_skip() { reason_of_skip().clear(); }

}  // namespace arbiter::testing
