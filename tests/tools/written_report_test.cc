// Tests `arbiter standings --write-trf`: reports from games, and from other reports.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "tests/tools/table_readers.h"
#include "tests/tools/tournament_files.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

TEST_CASE("a report made from games agrees with them") {
  const Workbench bench;
  write_tournament(bench);
  REQUIRE(bench.run("arbiter standings masters.pgn --write-trf made.trf").status == 0);
  const ProgramRun run = bench.run(
      "arbiter crosscheck made.trf masters.pgn --ignore crosscheck-rating,crosscheck-name");
  CAPTURE(run.output);
  CHECK(run.status == 0);
  const std::string columns = " -q --format csv --no-cross-table | cut -d , -f 1-3,7-10";
  CHECK(bench.run("arbiter standings made.trf" + columns).output ==
        bench.run("arbiter standings masters.pgn" + columns).output);
}

TEST_CASE("federations come from the tags, and their codes go into a report") {
  const Workbench bench;
  bench.write("games.pgn",
              "[Event \"A\"]\n[Date \"2024.05.09\"]\n[Round \"1\"]\n[White \"Adler, Nora\"]\n"
              "[Black \"Brandt, Ole\"]\n[Result \"1-0\"]\n[WhiteFed \"GER\"]\n"
              "[BlackCountry \"Norway\"]\n\n1. e4 e5 1-0\n\n"
              "[Event \"A\"]\n[Date \"2024.05.10\"]\n[Round \"2\"]\n[White \"Brandt, Ole\"]\n"
              "[Black \"Adler, Nora\"]\n[Result \"0-1\"]\n[WhiteFed \"?\"]\n\n1. d4 d5 0-1\n");
  const auto rows = csv_rows(bench.run("arbiter standings games.pgn --format csv").output);
  REQUIRE(rows.size() == 3);
  const auto column = std::ranges::find(rows[0], "federation") - rows[0].begin();
  CHECK(rows[1][static_cast<std::size_t>(column)] == "GER");
  CHECK(rows[2][static_cast<std::size_t>(column)] == "Norway");
  const std::string report = bench.run("arbiter standings games.pgn --write-trf -").output;
  CHECK_THAT(report, Contains("GER"));
  CHECK_THAT(report, !Contains("Norway"));
  CHECK_THAT(bench.run("arbiter standings games.pgn").output,
             Contains("Title  Fed  ") && Contains("Norway"));
  bench.run("sed 's/GER/ger/' games.pgn > small.pgn");
  CHECK(bench.run("arbiter standings small.pgn --write-trf -").output == report);
  bench.run("sed '/Fed\\|Country/d' games.pgn > none.pgn");
  CHECK_THAT(bench.run("arbiter standings none.pgn").output, !Contains("Fed"));
}

TEST_CASE("a written report of a Swiss has a bye for the only player without a game") {
  const Workbench bench;
  // Five players: Ehlers has no game in round 1, and Dorn none in round 2. Castell left before
  // round 3. In it, Brandt and Dorn, who might both have a bye, also have no game.
  bench.write("swiss.pgn", game("1", "Adler, Nora", "Castell, Mira", "1-0") +
                               game("1", "Dorn, Jakob", "Brandt, Ole", "0-1") +
                               game("2", "Brandt, Ole", "Adler, Nora", "1/2-1/2") +
                               game("2", "Ehlers, Tom", "Castell, Mira", "1-0") +
                               game("3", "Adler, Nora", "Ehlers, Tom", "1-0") +
                               game("4", "Adler, Nora", "Dorn, Jakob", "1-0") +
                               game("4", "Brandt, Ole", "Ehlers, Tom", "1-0"));
  const ProgramRun run =
      bench.run("arbiter standings --system swiss swiss.pgn --write-trf made.trf 2>&1");
  CHECK(run.status == 0);
  CHECK_THAT(run.output,
             Contains("assumed U (pairing-allocated bye) for Ehlers, Tom in round 1, "
                      "the only player without a game\n") &&
                 Contains("U (pairing-allocated bye) for Dorn, Jakob in round 2") &&
                 !Contains("in round 3") && !Contains("in round 4") &&
                 Contains("assumed Z (absent) where 3 players have no game (4 rounds)"));
  const auto rounds = [&](const std::string& name) {
    return bench.run("grep '" + name + "' made.trf | tr -d '\\r' | cut -c 81-84,92-").output;
  };
  CHECK_THAT(rounds("Ehlers"), Contains("2.0") && Contains("0000 - U"));
  CHECK_THAT(rounds("Dorn"), Contains("1.0") && Contains("0000 - U  0000 - Z"));
  CHECK_THAT(rounds("Castell"), Contains("0000 - Z  0000 - Z"));
  CHECK(bench.run("arbiter crosscheck made.trf swiss.pgn 2>&1").status == 0);
  // The tables from the games and from the report have the same places and points.
  const auto points = [&](const std::string& arguments) {
    return bench.run("arbiter standings -q --format csv " + arguments + " | cut -d , -f 1-3,9")
        .output;
  };
  CHECK(points("--system swiss swiss.pgn") == points("made.trf"));
  CHECK_THAT(points("--system swiss swiss.pgn"), Contains("\"Ehlers, Tom\",2\n"));
  CHECK_THAT(points("--system swiss --no-byes swiss.pgn"), Contains("\"Ehlers, Tom\",1\n"));
  CHECK_THAT(bench.run("arbiter standings --system swiss swiss.pgn 2>&1").output,
             Contains("for Dorn, Jakob in round 2, the only player without a game\n"
                      "use --no-byes if a player without a game was absent\n"));
}

TEST_CASE("a game against BYE is a bye and no player") {
  const Workbench bench;
  const std::string bye = GENERATE("BYE", "bye", "spielfrei", "Bye, Bye");
  bench.write("bye.pgn",
              "[Event \"Open\"]\n[Round \"1\"]\n[White \"Adler, N\"]\n[Black \"Brandt, O\"]\n"
              "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n"
              "[Event \"Open\"]\n[Round \"1\"]\n[White \"Castell, M\"]\n[Black \"" +
                  bye + "\"]\n[Result \"1-0\"]\n\n1-0\n");
  const std::string report =
      bench.run("arbiter standings bye.pgn --system swiss --write-trf - 2> /dev/null").output;
  CHECK_THAT(report, Contains("062 3") && Contains("Castell, M") && !Contains(bye));
  CHECK_THAT(report, Contains("0000 - U"));
  CHECK_THAT(bench.run("arbiter standings bye.pgn --system swiss 2> /dev/null").output,
             Contains("3 players") && Contains("bye 1"));
  bench.write("bye.trf", report);
  CHECK(bench.run("arbiter crosscheck bye.trf bye.pgn 2>&1").status == 0);
}

TEST_CASE("a name too long for a report is reported") {
  const Workbench bench;
  write_tournament(bench);
  const std::string name = "Adler-von-der-Lindenau-Oberhausen, Nora";
  bench.run("sed -i 's/Adler, Nora/" + name + "/' masters.pgn");
  const ProgramRun run = bench.run("arbiter standings masters.pgn --write-trf made.trf 2>&1");
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains("the name \"" + name +
                                  "\" is longer than the 33 characters of a "
                                  "report: \"" +
                                  name.substr(0, 33) + "\""));
}

TEST_CASE("a report never overwrites the games or a database") {
  const Workbench bench;
  write_tournament(bench);
  for (const char* target : {"masters.pgn", "./masters.pgn", "base.db"}) {
    CAPTURE(target);
    const FolderContent before = bench.content();
    CHECK(bench.run(std::string("arbiter standings masters.pgn --write-trf ") + target).status ==
          2);
    CHECK((bench.content() == before));
  }
  CHECK(bench.run("arbiter standings games.pgn --write-trf made.trf").status == 2);  // no rounds
  CHECK(!bench.content().contains("made.trf"));
}

TEST_CASE("games without a result are pairings in a written report") {
  const Workbench bench;
  bench.write("games.pgn", game("1", "Adler, Nora", "Brandt, Ole", "1-0") +
                               game("1", "Castell, Mira", "Dorn, Jakob", "1-0") +
                               game("2", "Castell, Mira", "Adler, Nora", "*") +
                               game("2", "Brandt, Ole", "Dorn, Jakob", "*"));
  const std::string written =
      bench.run("arbiter standings -q games.pgn --system swiss --write-trf - | tee now.trf").output;
  CHECK_THAT(written, Contains("     2 w 1     3 b\r\n"));
  const std::string table = bench.run("arbiter standings now.trf --tie-breaks BH 2>&1").output;
  CHECK_THAT(table, Contains("1 of 2 rounds; round 2 running: 2 of 2 games open"));
  CHECK_THAT(table, Contains("2b*"));
}

TEST_CASE("a written report has what options and the player list state") {
  const Workbench bench;
  bench.write("games.pgn", game("1", "Adler, Nora", "Brandt, Ole", "1-0"));
  bench.write("list.csv",
              "id,name,federation,title,rating,sex,birth\n"
              "4600001,\"Adler, Nora\",GER,FM,2214,F,1990\n");
  const std::string written =
      bench
          .run(
              "arbiter standings -q games.pgn --players list.csv --city Talheim --federation GER "
              "--arbiter 'Weber, Karin' --time-control '90 min' --write-trf -")
          .output;
  CHECK_THAT(written, Contains("022 Talheim\r\n") && Contains("032 GER\r\n") &&
                          Contains("102 Weber, Karin\r\n") && Contains("122 90 min\r\n"));
  CHECK_THAT(written, Contains("001    1 wFM  Adler, Nora") && Contains("4600001 1990"));
}

TEST_CASE("nothing is guessed over a report") {
  const Workbench bench;
  // Castell withdrew after round 1.
  bench.write("two.trf",
              "092 Individual: Swiss-System\n"
              "001    1      Adler, Nora                       2214 GER     4600001             "
              "2.0    1     3 w 1     2 b 1\n"
              "001    2      Brandt, Ole                       2105 GER     4600002             "
              "1.0    2     4 b 1     1 w 0\n"
              "001    3      Castell, Mira                     2155 GER     4600003             "
              "0.0    3     1 b 0\n"
              "001    4      Dorn, Jakob                       1987 GER     4600004             "
              "1.0    2     2 w 0  0000 - U\n");
  const std::string written = bench.run("arbiter standings two.trf --write-trf - 2>&1").output;
  CHECK_THAT(written, Contains("0.0    4     1 b 0  0000 - Z\r\n") && !Contains("guessed"));
}

TEST_CASE("a report and games are one table, and the byes of the report are in the new report") {
  const Workbench bench;
  // Two rounds of three players. Castell has a half-point bye, then Brandt a full-point one.
  bench.write("two.trf",
              "012 Lindenau Open\n"
              "042 2024/05/03\n"
              "092 Individual: Swiss-System\n"
              "001    1 w GM Adler, Nora                       2214 GER     4600001 1990/01/02  "
              "2.0    1     2 w 1     3 b 1\n"
              "001    2      Brandt, Ole                       2105 GER     4600002 1988/07/14  "
              "1.0    2     1 b 0  0000 - F\n"
              "001    3      Castell, Mira                     2155 GER     4600003 2001/11/30  "
              "0.5    3  0000 - H     1 w 0\n");
  bench.write("third.pgn",
              "[Event \"Lindenau Open\"]\n[Date \"2024.05.05\"]\n[Round \"3\"]\n"
              "[White \"Brandt, Ole\"]\n[Black \"Castell, Mira\"]\n[Result \"0-1\"]\n\n"
              "1. e4 e5 0-1\n");
  const ProgramRun run = bench.run("arbiter standings -q two.trf third.pgn --format csv");
  CHECK(run.status == 0);
  const auto rows = csv_rows(run.output);
  REQUIRE(rows.size() == 4);
  CHECK(rows[1][1] == "Adler, Nora");
  CHECK(rows[1][3] == "GM");
  CHECK(rows[1][7] == "3");  // with a bye in round 3, as in the report below
  CHECK(rows[2][1] == "Castell, Mira");
  CHECK(rows[2][7] == "1.5");
  CHECK(rows[3][7] == "1");
  const std::string written =
      bench.run("arbiter standings -q two.trf third.pgn --write-trf -").output;
  CHECK_THAT(written, Contains("Adler, Nora") && Contains("1990/01/02"));
  CHECK_THAT(written, Contains("1 b 0  0000 - F     3 w 0"));
  CHECK_THAT(written, Contains("0000 - H     1 w 0     2 b 1"));
  // Only Adler has no game in round 3.
  CHECK_THAT(written, Contains("2 w 1     3 b 1  0000 - U"));
}

TEST_CASE("a result that differs from the report is named, and counts if the user chooses it") {
  const Workbench bench;
  bench.write("two.trf",
              "092 Individual: Swiss-System\n"
              "001    1      Adler, Nora                       2214 GER     4600001             "
              "1.0    1     2 w 1\n"
              "001    2      Brandt, Ole                       2105 GER     4600002             "
              "0.0    2     1 b 0\n");
  const auto [game_result, options, message, cells] =
      GENERATE(table<std::string, std::string, std::string, std::string>({
          {"1/2-1/2", "",
           "Adler, Nora - Brandt, Ole (round 1): 1-0 in two.trf, 1/2-1/2 in game 1 (line 1); using "
           "1-0; --results games uses the game\n",
           "1.0    1     2 w 1"},
          {"1/2-1/2", "--results games", "1/2-1/2 in game 1 (line 1); using 1/2-1/2\n",
           "0.5    1     2 w ="},
          {"1-0", "--results games", "", "1.0    1     2 w 1"},
      }));
  CAPTURE(game_result, options);
  bench.write("first.pgn", game("1", "Adler, Nora", "Brandt, Ole", game_result));
  const ProgramRun run =
      bench.run("arbiter standings two.trf first.pgn " + options + " --write-trf late.trf 2>&1");
  CHECK(run.status == 0);
  CHECK_THAT(run.output, Contains(message));
  CHECK_THAT(bench.text("late.trf"), Contains(cells));
}
