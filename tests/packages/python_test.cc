#include <catch2/catch.hpp>
#include <regex>
#include <string>

#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

namespace {

// Builds the wheel, and installs it into a new environment with the system's NumPy.
std::string environment() {
  const std::string folder = (scratch_folder() / "python").string();
  const auto run =
      run_shell("set -e; rm -rf '" + folder + "'; mkdir '" + folder + "'\n" +
                "wheel=$(/usr/bin/python3 tools/python/make_wheel.py '" + folder +
                "' tools/python/_arbiter.so db/extension/arbiter.so tools/arbiter)\n"
                "again=$(/usr/bin/python3 tools/python/make_wheel.py '" +
                folder +
                "/again' tools/python/_arbiter.so db/extension/arbiter.so tools/arbiter)\n"
                "cmp \"$wheel\" \"$again\"\n"
                "/usr/bin/python3 -m venv --system-site-packages '" +
                folder + "/venv'\n'" + folder +
                "/venv/bin/pip' install --quiet --no-index --no-deps \"$wheel\" 2>&1");
  INFO(run.output);
  REQUIRE(run.status == 0);
  return folder;
}

}  // namespace

TEST_CASE("the wheel installs into a fresh environment, where its tests and its page run") {
  const std::string folder = environment();
  const auto page =
      run_shell("cd '" + folder + "' && ln -s \"$OLDPWD/testdata\" . && rm -f games.db && " +
                "venv/bin/python \"$OLDPWD/tests/packages/python_page.py\" " +
                "\"$OLDPWD/tools/docs/python.md\"");
  CHECK(page.output == "");
  CHECK(page.status == 0);
  // The module built by Bazel needs system libraries, so the wheel is for this system only.
  CHECK(run_shell("ls '" + folder + "' | grep -c -- '-cp311-cp311-linux_.*whl'").output == "1\n");
  CHECK(run_shell("'" + folder + "/venv/bin/arbiter' --version").status == 0);
  const auto run = run_shell("'" + folder + "/venv/bin/python' -X faulthandler " +
                             "tests/packages/python_module.py '" + folder + "' 2>&1");
  INFO(run.output);
  CHECK(run.status == 0);
  static const std::regex count(R"(\nRan (\d+) tests )");
  std::smatch found;
  REQUIRE(std::regex_search(run.output, found, count));
  CHECK(std::stoi(found[1]) >= 20);
}

TEST_CASE("a module that the running Python cannot load makes no wheel") {
  const std::string folder = (scratch_folder() / "refused").string();
  const auto run = run_shell("/usr/bin/python3 tools/python/make_wheel.py '" + folder +
                             "' db/extension/arbiter.so db/extension/arbiter.so 2>&1");
  CHECK(run.status == 1);
  CHECK_THAT(run.output, Catch::Matchers::Contains("cannot load db/extension/arbiter.so"));
  CHECK(run_shell("ls '" + folder + "'").output == "");
}
