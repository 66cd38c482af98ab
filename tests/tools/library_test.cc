#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "tests/support/namespaces.h"
#include "tests/support/skip.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

// Installs the library and builds its examples as its users do.
std::string example_folder() {
  const std::string folder = (scratch_folder() / "library").string();
  const auto run =
      run_shell("set -e; . tools/build/setup.sh; rm -rf '" + folder + "'\n" +
                "stage_library tools/library/libarbiter.a '" + folder + "'\n" +
                "export PKG_CONFIG_PATH='" + folder + "/lib/pkgconfig'\n" + "cd '" + folder +
                "/share/doc/arbiter/examples'\n"
                "for example in *.cc; do\n"
                "  g++ -O1 -Wall -Wextra -Werror -o \"${example%.cc}\" \"$example\""
                " $(pkg-config --cflags --libs arbiter)\n"
                "done\n");
  INFO(run.output);
  REQUIRE(run.status == 0);
  return folder + "/share/doc/arbiter/examples/";
}

}  // namespace

TEST_CASE("the examples of the library build with pkg-config and print what they promise") {
  if (!std::filesystem::exists(repository() / "tools/library/libarbiter.a")) {
    SKIP_TEST("libarbiter.a was not built (bazel test --config=pic //tests/tools:library_test)");
  }
  const std::string folder = example_folder();

  SECTION("a validator") {
    const std::string file = write_scratch("illegal.pgn", "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n");
    const auto run = run_shell(folder + "validate " + file);
    CHECK(run.status == 1);
    CHECK_THAT(run.output, Contains(":3:13: "));
    CHECK_THAT(run.output, Contains("king"));
  }
  SECTION("an opening tree") {
    const std::string file =
        write_scratch("three.pgn",
                      "1. e4 e5 1-0\n\n[Event \"b\"]\n\n1. e4 c5 0-1\n\n[Event \"c\"]"
                      "\n\n1. d4 1/2-1/2\n");
    const std::string database = (scratch_folder() / "tree.db").string();
    const auto run =
        run_shell("rm -f " + database + "; " + folder + "tree " + database + " " + file);
    CHECK(run.output == "e4: 2 games, +1 =0 -1\nd4: 1 games, +0 =1 -0\n");
  }
  SECTION("legal moves, and the reasons why others are illegal") {
    const auto run = run_shell(folder + "moves 'k7/8/8/8/8/8/8/K1r5 w - - 0 1' Ka2 b2 Kb1 xyz");
    CHECK_THAT(run.output, Contains("Ka2: legal, a1a2\n"));
    CHECK_THAT(run.output, Contains("Kb1: "));
    CHECK_THAT(run.output, Contains("(Laws 3.9.2)\n"));
    CHECK_THAT(run.output, Contains("xyz: 'xyz' is not a move"));
    CHECK(run_shell(folder + "moves 'no position'").status == 2);
  }
  SECTION("who can still mate") {
    const std::string file = write_scratch(
        "ending.pgn",
        "[White \"A\"]\n[Black \"B\"]\n[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/8/8/KQ6 w - - 0 1\"]\n\n"
        "1. Qc1 *\n");
    CHECK(run_shell(folder + "mate " + file).output == "A - B: yes no\n");
  }
}
