// Tests arguments in various orders, and messages about missing arguments.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/io/temporary_folder.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

using Words = std::vector<std::string>;

constexpr const char* kTwoGames =
    "[Event \"Club\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"Adler, Nora\"]\n"
    "[Black \"Brandt, Ole\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
    "[Event \"Club\"]\n[Date \"2024.05.02\"]\n[Round \"2\"]\n[White \"Castell, Mira\"]\n"
    "[Black \"Adler, Nora\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n\n";

// Round 3 is a forfeit, which is only in the report.
constexpr const char* kReport =
    "012 Club\n042 2024/05/01\n052 2024/05/03\n062 3\nXXR 3\n"
    "001    1      Adler, Nora                       2100 GER                         3.0    1     "
    "2 "
    "w 1     3 b 1  0000 - +\n"
    "001    2      Brandt, Ole                       2000 GER                         0.0    2     "
    "1 "
    "b 0  0000 - Z  0000 - Z\n"
    "001    3      Castell, Mira                     1900 GER                         0.0    3  "
    "0000 "
    "- Z     1 w 0  0000 - Z\n";

}  // namespace

TEST_CASE("prepare takes the player and the games in any order") {
  const std::string games = testdata("tournament.pgn").string();
  const std::string expected = run_arbiter({"prepare", "Brandt", games}).output;
  CHECK_THAT(expected, Contains("Score"));
  for (const Words& words : {Words{games, "Brandt"}, Words{games, "--player", "Brandt"},
                             Words{"--player", "Brandt", games}, Words{games, "Brandt,", "O"}}) {
    Words all = {"prepare"};
    all.insert(all.end(), words.begin(), words.end());
    CAPTURE(words);
    CHECK(run_arbiter(all).output == expected);
  }
  CHECK_THAT(run_arbiter({"prepare", games}).errors, Contains("no player given"));
  CHECK_THAT(run_arbiter({"prepare", "Brandt", "none.db"}).errors,
             Contains("none.db: no such file"));
  CHECK_THAT(run_arbiter({"prepare", "none.db", "Brandt"}).errors,
             Contains("none.db: no such file"));
}

TEST_CASE("tree takes the name of a player besides the games") {
  const std::string games = testdata("tournament.pgn").string();
  CHECK(run_arbiter({"tree", games, "Brandt", "Ole"}).output ==
        run_arbiter({"tree", games, "--player", "Brandt, Ole"}).output);
  CHECK(run_arbiter({"tree", games, "Brandt"}).output != run_arbiter({"tree", games}).output);
  CHECK(run_arbiter({"tree", games, "e4"}).status == 2);
}

TEST_CASE("an argument in brackets is one argument") {
  const TemporaryFolder folder;
  folder.write("[a,b]", kTwoGames);
  const std::string in_folder = "cd '" + folder.path("") + "' && arbiter ";
  CHECK(run_shell(in_folder + "find --count -q '[a,b]'").output == "2\n");
  CHECK(run_shell(in_folder + "find --count -q -- '[a,b]'").output == "2\n");
  CHECK_THAT(run_shell(in_folder + "show '[a]' '[b]' 2>&1").output,
             Contains("'[a]'") && !Contains("\x01"));
}

TEST_CASE("a command without its argument prints the name of the argument") {
  for (const char* command : {"sql", "verify", "compact", "sources", "upgrade"}) {
    CAPTURE(command);
    const ProgramRun run = run_arbiter({command});
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("missing argument DB; `arbiter import DB FILE...` creates"));
    CHECK_THAT(run_arbiter({command, testdata("tournament.pgn").string(), "select 1"}).errors,
               Contains("arbiter import") || Contains("unexpected argument"));
  }
  for (const char* command : {"find", "dedup"}) {
    CHECK_THAT(run_arbiter({command}).errors, Contains("missing argument FILE... (see"));
  }
  CHECK_THAT(run_arbiter({"players"}).errors, Contains("missing argument DB"));
}

TEST_CASE("moves and events in the place of a position are named as such") {
  CHECK_THAT(run_arbiter({"show", "e4", "e5"}).errors,
             Contains("the position is missing before 'e4'"));
  CHECK_THAT(run_arbiter({"touch", "e2"}).errors, Contains("the position is missing before 'e2'"));
  CHECK_THAT(run_arbiter({"adjudicate", "flag", "white", "8/8/8/8/8/4k3/4p3/4K3"}).errors,
             Contains("'flag' is neither a FEN nor a game file") && Contains("--event"));
}

TEST_CASE("each topic is explained under the words of its command") {
  CHECK_THAT(run_arbiter({"help", "names"}).output, Contains("A name matches"));
  CHECK(run_arbiter({"explain", "patterns", "themes"}).output ==
        run_arbiter({"explain", "pattern", "themes"}).output);
  CHECK(run_arbiter({"explain", "themes"}).status == 0);
  const std::string games = testdata("tournament.pgn").string();
  CHECK_THAT(run_arbiter({"find", games, "--pattern", "castle"}).errors,
             Contains("did you mean 'castled'?") && Contains("arbiter explain pattern"));
}

TEST_CASE("the report in a folder is used for its games, and a line says so") {
  const TemporaryFolder folder;
  folder.write("games.pgn", kTwoGames);
  const std::string alone = run_arbiter({"standings", folder.path("games.pgn")}).output;
  folder.write("club.trf", kReport);
  const ProgramRun both =
      run_arbiter({"standings", folder.path("games.pgn"), folder.path("club.trf")});
  const ProgramRun found = run_arbiter({"standings", folder.path("")});
  CHECK(found.output == both.output);
  CHECK(found.output != alone);
  CHECK_THAT(found.errors, Contains("club.trf, a tournament report (TRF) in the folder"));
  const ProgramRun page = run_arbiter({"report", folder.path(""), "-o", folder.path("page.html")});
  CHECK_THAT(page.errors, Contains("club.trf, a tournament report (TRF) in the folder"));
  // Only the games of the report's event are compared with it.
  folder.write("other.pgn",
               "[Event \"Cup\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"Zander, Uwe\"]\n"
               "[Black \"Yilmaz, Can\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n");
  const ProgramRun compared = run_arbiter({"crosscheck", folder.path("")});
  CHECK_THAT(compared.errors,
             Contains("no report contains half of the players of Cup: 1 game not compared"));
  CHECK_THAT(compared.output, !Contains("Zander"));
}
