// Tests the npm packages built by tools/package, installed offline into an empty folder.
#include <catch2/catch.hpp>
#include <string>

#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

namespace {

bool has_program(const std::string& name) { return run_shell("command -v " + name).status == 0; }

// Builds the packages twice, and installs them.
std::string installed_packages() {
  const std::string folder = (scratch_folder() / "npm").string();
  const auto run = run_shell(
      "set -e; rm -rf '" + folder + "'; mkdir -p '" + folder + "/project'\n" +
      "make() { tools/npm/make_packages.py '" + folder +
      "'/$1 linux-x64=\"$(command -v arbiter)\"; }\n" + "make one; make two; cd '" + folder +
      "'\ncmp one/arbiter-chess-0*.tgz two/arbiter-chess-0*.tgz\n"
      "cmp one/arbiter-chess-linux*.tgz two/arbiter-chess-linux*.tgz\n"
      "cd project; echo '{}' >package.json\n"
      "npm install --offline --no-audit --no-fund --cache cache ../one/*.tgz\n");
  INFO(run.output);
  REQUIRE(run.status == 0);
  return folder + "/project";
}

}  // namespace

TEST_CASE("the npm packages install offline, run the program and pass their tests") {
  if (!has_program("node") || !has_program("npm")) {
    SKIP_TEST("node or npm is not installed (tests/browser/install installs them)");
  }
  const std::string folder = installed_packages();
  const auto version = run_shell("cd '" + folder + "' && npx --offline arbiter-chess --version");
  CHECK(version.output == run_arbiter({"--version"}).output);

  const std::string file = write_scratch("illegal.pgn", "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n");
  const auto checked = run_shell("cd '" + folder + "' && npx arbiter-chess validate " + file);
  const auto expected = run_shell("arbiter validate " + file);
  CHECK(checked.output == expected.output);
  CHECK(checked.status == 1);

  const auto module =
      run_shell("root=$PWD; cd '" + folder +
                "' && node \"$root/tests/packages/node_module.mjs\" \"$root/testdata\"");
  INFO(module.output);
  CHECK(module.status == 0);
}

TEST_CASE("the types of the npm package describe it") {
  if (!has_program("tsc") || !has_program("npm")) {
    SKIP_TEST("tsc is not installed (tests/browser/install installs it)");
  }
  const std::string folder = installed_packages();
  const auto types = run_shell("cp tests/packages/node_types.ts '" + folder + "' && cd '" + folder +
                               "' && tsc --noEmit --strict --target es2022 --module nodenext "
                               "node_types.ts");
  CHECK(types.output == "");
  CHECK(types.status == 0);
}
