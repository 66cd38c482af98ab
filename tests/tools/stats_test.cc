// `arbiter stats` in a shell.
#include <catch2/catch.hpp>
#include <string>

#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

namespace {

std::string game(const std::string& white, const std::string& black, const std::string& result,
                 const std::string& site) {
  return (site.empty() ? "" : "[Site \"" + site + "\"]\n") + "[White \"" + white +
         "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n\n1. e4 " + result + "\n\n";
}

}  // namespace

TEST_CASE("an unfinished game does not count for a player's score") {
  const Workbench bench;
  bench.write("four.pgn", game("Adler, Nora", "Brandt, Ole", "1-0", "Bern") +
                              game("Adler, Nora", "Brandt, Ole", "1-0", "Bern") +
                              game("Brandt, Ole", "Adler, Nora", "1/2-1/2", "Bern") +
                              game("Adler, Nora", "Brandt, Ole", "*", "Bern"));
  CHECK_THAT(bench.run("arbiter stats four.pgn --by player 2> /dev/null").output,
             Contains(" 2.5/3 ") && Contains(" 0.5/3 "));
}

TEST_CASE("games without a site are listed after all sites") {
  const Workbench bench;
  bench.write("sites.pgn", game("A", "B", "1-0", "") + game("A", "B", "1-0", "Zug") +
                               game("A", "B", "1-0", "Bern"));
  const std::string names =
      bench
          .run(
              "arbiter stats sites.pgn --by site --sort name --format csv 2> /dev/null |"
              " cut -d , -f 1 | tr -d '\\r' | tr '\\n' ' '")
          .output;
  CHECK(names == "name Bern Zug  ");
}
