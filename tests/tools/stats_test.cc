// Tests `arbiter stats` in a shell.
#include <fmt/format.h>

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
  CHECK_THAT(bench.run("arbiter stats four.pgn --by decade").output, Contains("`arbiter sql`"));
  CHECK_THAT(bench.run("arbiter stats four.pgn --by elo-diff").output, Contains("`arbiter sql`"));
  CHECK_THAT(bench.run("arbiter stats four.pgn --by player 2> /dev/null").output,
             Contains(" 2.5/3 ") && Contains(" 0.5/3 "));
}

TEST_CASE("stats of a player count his wins and losses, with either colour") {
  const Workbench bench;
  bench.write("four.pgn", game("Adler, Nora", "Brandt, Ole", "0-1", "Bern") +
                              game("Brandt, Ole", "Adler, Nora", "0-1", "Bern") +
                              game("Brandt, Ole", "Adler, Nora", "0-1", "Bern") +
                              game("Brandt, Ole", "Adler, Nora", "1/2-1/2", "Zug") +
                              game("Carl, Ida", "Adler, Nora", "1-0", "Zug") +
                              game("Carl, Ida", "Adler, Nora", "*", "Zug"));
  struct Case {
    const char* command;
    const char* output;
  };
  const Case c = GENERATE(
      Case{"--by site --player Adler --sort -score",
           "name,games,wins,draws,losses,unfinished,plies,points\r\n"
           "Bern,3,2,0,1,0,3,2\r\nZug,3,0,1,1,1,3,0.5\r\n"},
      Case{"--by site --player Brandt --sort -wins",
           "name,games,wins,draws,losses,unfinished,plies,points\r\n"
           "Bern,3,1,0,2,0,3,1\r\nZug,1,0,1,0,0,1,0.5\r\n"},
      Case{"--by site --black Adler",
           "name,games,wins,draws,losses,unfinished,plies,points\r\n"
           "Zug,3,0,1,1,1,3,0.5\r\nBern,2,2,0,0,0,2,2\r\n"},
      Case{"--by eco --between Adler Brandt",
           "name,games,wins,draws,losses,unfinished,plies,points\r\n"
           "B00,4,2,1,1,0,4,2.5\r\n"},
      Case{"--by result --where 'site=bern and player=adler'",
           "name,games,wins,draws,losses,unfinished,plies,points\r\n0-1,3,2,0,1,0,3,2\r\n"},
      Case{"--by player --player Carl",
           "name,games,wins,draws,losses,unfinished,plies,points\r\n"
           "\"Adler, Nora\",2,0,0,1,1,2,0\r\n\"Carl, Ida\",2,1,0,0,1,2,1\r\n"},
      Case{"--by site --not-player Carl",
           "name,games,white_wins,draws,black_wins,unfinished,plies\r\n"
           "Bern,3,0,0,3,0,3\r\nZug,1,0,1,0,0,1\r\n"});
  CAPTURE(c.command);
  CHECK(bench.run(std::string("arbiter stats four.pgn --format csv ") + c.command + " 2> /dev/null")
            .output == c.output);
  CHECK_THAT(bench.run("arbiter stats four.pgn --player Adler 2> /dev/null").output,
             Contains("Results    won 2 (33.3 %), drawn 1 (16.7 %), lost 2 (33.3 %), * 1\n"
                      "Score      2.5/5 (50.0 %)\n"));
  CHECK_THAT(bench.run("arbiter stats four.pgn --player Adler --by site 2> /dev/null").output,
             Contains("Wins  Draws  Losses  *  Score") && !Contains("White %"));
}

TEST_CASE("a tree of a player's games has his results, ratings and score for both colours") {
  const Workbench bench;
  const auto rated = [](const char* white, const char* black, const char* result) {
    return fmt::format(
        "[White \"{}\"]\n[Black \"{}\"]\n[Result \"{}\"]\n[WhiteElo \"{}\"]\n"
        "[BlackElo \"{}\"]\n\n1. e4 e5 {}\n\n",
        white, black, result, std::string(white) == "Adler" ? 2400 : 2000,
        std::string(black) == "Adler" ? 2400 : 2000, result);
  };
  bench.write("three.pgn", rated("Adler", "Brandt", "1-0") + rated("Brandt", "Adler", "0-1") +
                               rated("Brandt", "Adler", "1-0"));
  const std::string out =
      bench.run("arbiter tree three.pgn --player Adler --depth 2 --format csv 2> /dev/null").output;
  CHECK(out ==
        "line,move,uci,games,wins,draws,losses,unfinished,score,elo,performance,first_year,"
        "last_year,eco,opening\r\n"
        "e4,e4,e2e4,3,2,0,1,0,0.6667,2400,2120,,,B00,King's Pawn Game\r\n"
        "e4 e5,e5,e7e5,3,2,0,1,0,0.6667,2400,2120,,,C20,King's Pawn Game\r\n");
  CHECK_THAT(bench.run("arbiter tree three.pgn --player Adler 2> /dev/null").output,
             Contains("3 games: wins 66.7 %, draws 0.0 %, losses 33.3 %") &&
                 Contains("Wins, draws, losses"));
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

TEST_CASE("games are grouped by opponent and by the values of any tag") {
  const Workbench bench;
  const std::string slow = "[TimeControl \"5400+30\"]\n[Table \"7\"]\n";
  bench.write("four.pgn", slow + game("Adler, Nora", "Brandt, Ole", "0-1", "Bern") +
                              game("Brandt, Ole", "Adler, Nora", "0-1", "Bern") + slow +
                              game("Carl, Ida", "Adler, Nora", "1/2-1/2", "Zug") +
                              game("Carl, Ida", "Brandt, Ole", "1-0", "Zug"));
  const auto rows = [&](const std::string& options) {
    return bench.run("arbiter stats four.pgn -q --format csv " + options).output;
  };
  const std::string head = "name,games,wins,draws,losses,unfinished,plies,points\r\n";
  CHECK(rows("--by opponent --player Adler") ==
        head + "\"Brandt, Ole\",2,1,0,1,0,2,1\r\n\"Carl, Ida\",1,0,1,0,0,1,0.5\r\n");
  CHECK(rows("--by tag:table --player Adler") == head + "7,2,0,1,1,0,2,0.5\r\n,1,1,0,0,0,1,1\r\n");
  CHECK(rows("--by time-control") ==
        "name,games,white_wins,draws,black_wins,unfinished,plies\r\n"
        "5400+30,2,0,1,1,0,2\r\n,2,1,0,1,0,2\r\n");
  CHECK_THAT(bench.run("arbiter stats four.pgn --by opponent 2>&1").output,
             Contains("--by opponent needs --player"));
  CHECK_THAT(bench.run("arbiter stats four.pgn --by mood 2>&1").output, Contains("tag:NAME"));
}

TEST_CASE("events have their first and last date") {
  const Workbench bench;
  bench.write(
      "three.pgn",
      "[Event \"A\"]\n[Date \"2024.05.09\"]\n\n*\n\n[Event \"A\"]\n[Date \"2024.05.??\"]\n\n*\n\n"
      "[Event \"A\"]\n[Date \"2024.05.12\"]\n\n*\n\n[Event \"B\"]\n\n*\n");
  CHECK(bench.run("arbiter stats three.pgn -q --format csv --by event").output ==
        "name,games,white_wins,draws,black_wins,unfinished,plies,first_date,last_date\r\n"
        "A,3,0,0,0,3,0,2024.05.??,2024.05.12\r\nB,1,0,0,0,1,0,,\r\n");
}

TEST_CASE("a known tag is a property of its own, and another one leads to tag:NAME") {
  const std::string games = "testdata/tournament.pgn";
  CHECK(run_arbiter({"stats", games, "--by", "Termination"}).output ==
        run_arbiter({"stats", games, "--by", "tag:Termination"}).output);
  CHECK(run_arbiter({"stats", games, "--by", "ECO"}).output ==
        run_arbiter({"stats", games, "--by", "eco"}).output);
  CHECK_THAT(run_arbiter({"stats", games, "--by", "Mood"}).errors,
             Contains("use tag:Mood for the tag of this name"));
}
