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

// A program that prints the results of library functions not used by the examples.
constexpr const char* kNames = R"(
#include <arbiter/arbiter.h>

#include <cerrno>
#include <iostream>
#include <type_traits>

static_assert(!std::is_constructible_v<arbiter::Source, std::string_view>);

int main(int, char** arguments) {
  const std::string file = arguments[1];
  const std::vector<std::vector<arbiter::Finding>> findings = {
      arbiter::validate(file), arbiter::validate(arguments[1]),
      arbiter::validate(std::filesystem::path(file)),
      arbiter::validate(arbiter::Source::all({arguments[1]})),
  };
  for (const auto& found : findings) std::cout << (found == findings.front()) << found.empty();
  std::cout << '\n' << arbiter::validate(file, {.select = {"unreachable"}, .rules = "fide"}).size();
  const arbiter::Position position = arbiter::Position().after("e4");
  std::cout << '\n' << position << ' ' << (position == arbiter::Position()) << ' '
            << position.uci().front() << ' ' << position.start().empty() << '\n';
  for (const arbiter::Game& game : arbiter::read(arbiter::Source::text("1. e4 e5 *"))) {
    std::cout << game.san().size() << game.line().size() << '\n';
  }
  arbiter::Database database(arguments[2], arbiter::Open::Write);
  database.import_files({file});
  std::cout << database.count() << database.count("result = 1-0") << database.find("white = A").size();
  for (const arbiter::Game& game : database.games({})) std::cout << ' ' << game.line()[0].comments[0];
  for (const char* text : {"1. e4 e5 *", "missing.pgn"}) {
    try {
      arbiter::validate(text);
    } catch (const arbiter::Error& error) {
      std::cout << '\n' << error.what() << ' ' << (error.system_error() == ENOENT);
    }
  }
}
)";

// Installs the library, and builds its examples as users do.
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
                "done\n"
                "g++ -std=c++20 -Wall -Wextra -Werror -o names '" +
                write_scratch("names.cc", kNames) + "' $(pkg-config --cflags --libs arbiter)\n");
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
  SECTION("paths, texts, filters and positions") {
    const std::string file =
        write_scratch("names.pgn", "[White \"A\"]\n\n1. e4 {best} e5 2. Ke3 *\n");
    const std::string database = (scratch_folder() / "names.db").string();
    const auto run =
        run_shell("rm -f " + database + "; " + folder + "names " + file + " " + database);
    CHECK(run.output ==
          "10101010\n1\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 0 e2e4 1\n22\n"
          "101 best\n'1. e4 e5 *': no such file or directory; read PGN text with Source.text 1\n"
          "missing.pgn: no such file or directory 1");
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
