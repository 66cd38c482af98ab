// Tests the tables of `arbiter standings`, from games alone and from games with reports.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/support/testdata.h"
#include "tests/tools/table_readers.h"
#include "tests/tools/tournament_files.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("standings follow from the results") {
  const Workbench bench;
  write_tournament(bench);
  const auto rows =
      csv_rows(bench.run("arbiter standings report.trf --tie-breaks WIN,SB --format csv").output);
  REQUIRE(rows.size() == 5);
  // Computed by hand: Adler beat Dorn (1) and Brandt (1), and drew with Castell (1.5).
  CHECK(rows[1][1] == "Adler, Nora");
  CHECK(rows[1][7] == "2.5");
  CHECK(rows[1][9] == "2");
  CHECK(rows[1][10] == "2.75");
  CHECK(rows[2][1] == "Castell, Mira");
  CHECK(rows[2][7] == "1.5");
}

TEST_CASE("files without games of one tournament are reported") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("sed 's/Lindenau Masters/Lindenau Open/' masters.pgn > open.pgn");
  const auto [line, words] = GENERATE(table<std::string, std::string>({
      {"arbiter standings masters.pgn open.pgn --format csv", "choose one with --event"},
      {"arbiter standings masters.pgn open.pgn --write-trf -", "choose one with --event"},
      {"arbiter crosscheck masters.pgn missing.trf", "missing.trf: no such file"},
      {"arbiter crosscheck masters.pgn open.pgn", "no tournament report (TRF) found"},
  }));
  CAPTURE(line);
  const ProgramRun run = bench.run(line + " 2>&1");
  CHECK_THAT(run.output, Catch::Matchers::Contains(words));
  CHECK(run.status == 2);
}

TEST_CASE("each event of the games has a table") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("mkdir sections");
  bench.run("sed 's/Lindenau Masters/Lindenau Open/' masters.pgn > sections/open.pgn");
  bench.run("cp masters.pgn sections");
  bench.run("sed -i '0,/Lindenau Masters/s//Lindneau Masters/' sections/masters.pgn");
  const std::string masters = bench.run("arbiter standings -q masters.pgn").output;
  const std::string open = replaced(masters, "Masters", "Open");
  const auto [line, output] = GENERATE_REF(table<std::string, std::string>({
      {"sections", masters + "\n" + open},
      {"sections/open.pgn masters.pgn", open + "\n" + masters},
      {"sections --event 'open lindenau'", open},
  }));
  CAPTURE(line);
  CHECK(bench.run("arbiter standings -q " + line).output == output);
  CHECK_THAT(bench.run("arbiter standings -q --event all sections").output,
             Contains("4 players, 5 games"));
  CHECK_THAT(bench.run("arbiter standings sections 2>&1").output,
             Contains("1 game with the event 'Lindneau Masters' counts as 'Lindenau Masters'"));
  CHECK_THAT(bench.run("arbiter standings sections --format json").output,
             Contains("\"event\":\"Lindenau Open\""));
}

TEST_CASE("a tie-break with an Event tag of its own is the play-off of its tournament") {
  const Workbench bench;
  write_tournament(bench);
  const std::string table = bench.run("arbiter standings -q masters.pgn").output;
  bench.write("playoff.pgn", R"([Event "Lindenau Masters Tie-break"]
[Round "1"]
[White "Adler, Nora"]
[Black "Brandt, Ole"]
[Result "0-1"]

1. e4 e5 0-1
)");
  const std::string both = bench.run("arbiter standings -q masters.pgn playoff.pgn").output;
  CHECK(both.starts_with(table + "\nPlay-off (not counted in the table)\n"));
  CHECK(both.find("Brandt, Ole\n", table.size()) == both.size() - 12);
  // Play-off games follow the last round.
  CHECK(bench.run("arbiter standings -q masters.pgn playoff.pgn --after-round 2").output ==
        bench.run("arbiter standings -q masters.pgn --after-round 2").output);
  CHECK(bench.run("arbiter standings -q masters.pgn playoff.pgn --after-round 3").output == both);
}

TEST_CASE("rounds such as TB1 are the play-off, except in a knock-out") {
  const Workbench bench;
  write_tournament(bench);
  const std::string last = GENERATE(as<std::string>(), "TB1", "TB 2", "Tie-break", "Play-off 1");
  CAPTURE(last);
  const std::string table = bench.run("arbiter standings -q masters.pgn").output;
  const std::string decider = "\n[Event \"Lindenau Masters\"]\n[Round \"" + last +
                              "\"]\n[White \"Adler, Nora\"]\n[Black \"Brandt, Ole\"]\n"
                              "[Result \"0-1\"]\n\n1. e4 e5 0-1\n";
  bench.write("all.pgn", bench.text("masters.pgn") + decider);
  CHECK_THAT(bench.run("arbiter standings -q all.pgn").output,
             StartsWith(table + "\nPlay-off (not counted in the table)\n"));
  bench.write("cup.pgn", game("1.1", "Adler, Nora", "Brandt, Ole", "1-0") +
                             game("1.2", "Castell, Mira", "Dorn, Jakob", "1-0") +
                             game("2.1", "Castell, Mira", "Adler, Nora", "1/2-1/2") +
                             game("2.2", "Dorn, Jakob", "Brandt, Ole", "1-0") +
                             game(last, "Castell, Mira", "Adler, Nora", "1-0"));
  const std::string cup = bench.run("arbiter standings -q cup.pgn").output;
  CHECK_THAT(cup, !Contains("not counted"));
}

TEST_CASE("spellings of one name are one player, unless they play in the same round") {
  const Workbench bench;
  const std::string other = GENERATE(as<std::string>(), "Mueller, Hans", "Hans M\u00fcller",
                                     "Hans Mueller", "MUELLER, HANS", "Mueller, H");
  CAPTURE(other);
  bench.write("one.pgn", game("1", "M\u00fcller, Hans", "Adler, Nora", "1-0") +
                             game("2", "Brandt, Ole", other, "0-1"));
  CHECK_THAT(bench.run("arbiter standings one.pgn 2>&1").output, Contains("3 players, 2 games"));
  CHECK_THAT(bench.run("arbiter validate one.pgn").output, Contains("name-differs"));
  bench.write("two.pgn", game("1", "M\u00fcller, Hans", "Adler, Nora", "1-0") +
                             game("1", "Brandt, Ole", other, "0-1"));
  CHECK_THAT(bench.run("arbiter standings two.pgn 2>&1").output, Contains("4 players, 2 games"));
  bench.write("three.pgn", game("1", "M\u00fcller, Hans", "Mueller, Hans", "1-0") +
                               game("2", "Brandt, Ole", other, "0-1"));
  CHECK_THAT(bench.run("arbiter standings three.pgn 2>&1").output,
             Contains(other == "Mueller, Hans" || other == "MUELLER, HANS" ? "3 players, 2 games"
                                                                           : "4 players, 2 games"));
  bench.write("initials.pgn", game("1", "Baer, A", "Adler, Nora", "1-0") +
                                  game("2", "Brandt, Ole", "Bar, A", "0-1"));
  CHECK_THAT(bench.run("arbiter standings initials.pgn 2>&1").output,
             Contains("4 players, 2 games"));
  bench.write("given.pgn", game("1", "Kowalski, Rafael", "Adler, Nora", "1-0") +
                               game("2", "Brandt, Ole", "Kowalski, Rafa\u0142", "0-1"));
  CHECK_THAT(bench.run("arbiter standings given.pgn 2>&1").output, Contains("4 players, 2 games"));
}

TEST_CASE("standings are of one event among others in files and databases") {
  const Workbench bench;
  write_tournament(bench);
  bench.write("open.pgn", read_text((repository() / "testdata/tournament.pgn").string()));
  bench.run("arbiter import -q both.db masters.pgn open.pgn");
  const std::string one = bench.run("arbiter standings -q masters.pgn").output;
  REQUIRE(bench.run("arbiter standings -q masters.pgn open.pgn").output != one);
  for (const std::string files : {"masters.pgn open.pgn", "both.db"}) {
    CAPTURE(files);
    CHECK(bench.run("arbiter standings -q --event MAST " + files).output == one);
    const ProgramRun none = bench.run("arbiter standings --event zurich " + files);
    CHECK(none.status == 2);
    CHECK_THAT(none.output, Contains("no event matches 'zurich'; the files have ") &&
                                Contains("; 'Lindenau Open'\n"));
  }
  CHECK_THAT(bench.run("arbiter standings --event x report.trf").output,
             Contains("--event needs games"));
}

TEST_CASE("standings after a round are those of the files up to it") {
  const Workbench bench;
  bench.write("open.pgn", read_text((repository() / "testdata/tournament.pgn").string()));
  bench.run("arbiter filter -q open.pgn --round 1..2 -o first.pgn");
  CHECK(bench.run("arbiter standings -q open.pgn --after-round 2").output ==
        bench.run("arbiter standings -q first.pgn").output);
  CHECK(bench.run("arbiter standings -q open.pgn --after-round 4").output ==
        bench.run("arbiter standings -q open.pgn").output);
}

TEST_CASE("rounds with names are selected by number or name") {
  const Workbench bench;
  // Adler beats Brandt, and Castell beats Dorn. Adler wins the final, and Dorn the match for third
  // place.
  const std::string semifinals = game("Semifinal", "Adler, Nora", "Brandt, Ole", "1-0") +
                                 game("Semifinal", "Castell, Mira", "Dorn, Jakob", "1-0");
  const std::string finals = game("3rd place", "Brandt, Ole", "Dorn, Jakob", "0-1") +
                             game("Final", "Adler, Nora", "Castell, Mira", "1-0");
  bench.write("named.pgn", semifinals + finals);
  bench.write("semifinals.pgn", semifinals);
  bench.write("mixed.pgn", game("1.1", "Adler, Nora", "Ehlers, Tom", "1-0") +
                               game("1.2", "Brandt, Ole", "Falk, Ina", "1-0") +
                               game("1.3", "Castell, Mira", "Gross, Udo", "1-0") +
                               game("1.4", "Dorn, Jakob", "Huber, Eva", "1-0") + semifinals +
                               finals);
  const auto [line, words] = GENERATE(table<std::string, std::string>({
      {"named.pgn --after-round 1", "4 players, 2 games, 1 round"},
      {"named.pgn --after-round Semifinal", "4 players, 2 games, 1 round"},
      {"named.pgn --after-round 1/2", "4 players, 2 games, 1 round"},
      {"named.pgn --after-round 2", "4 players, 4 games, 2 rounds"},
      {"named.pgn --after-round Final", "4 players, 4 games, 2 rounds"},
      {"mixed.pgn --after-round 1", "8 players, 4 games, 1 round"},
      {"mixed.pgn --after-round Halbfinale", "8 players, 6 games, 2 rounds"},
      {"mixed.pgn --after-round 3.1", "8 players, 8 games, 3 rounds"},
      {"named.pgn --after-round QF", "--after-round QF: no game has this round"},
      {"named.pgn --after-round 3", "--after-round 3: the last round is 2"},
      {"named.pgn --after-round 0", "expected a number, or a name such as Semifinal"},
  }));
  CAPTURE(line);
  CHECK_THAT(bench.run("arbiter standings --system knock-out " + line + " 2>&1").output,
             Contains(words));
  CHECK(bench.run("arbiter standings -q named.pgn --after-round 1").output ==
        bench.run("arbiter standings -q semifinals.pgn").output);
}

TEST_CASE("--event of standings is a name, and the key of a configuration is not") {
  const Workbench bench;
  write_tournament(bench);
  const std::string word = GENERATE("off", "file");
  CAPTURE(word);
  const ProgramRun run = bench.run("arbiter standings masters.pgn --event " + word + " 2>&1");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("no event matches '" + word + "'"));
  bench.write(".arbiter.toml", "event = \"" + word + "\"\n");
  CHECK(bench.run("arbiter standings masters.pgn").status == 0);
  bench.run("sed 's/Masters/Open/' masters.pgn > open.pgn");
  bench.write(".arbiter.toml", "event = \"all\"\n");
  CHECK_THAT(bench.run("arbiter standings -q masters.pgn open.pgn").output,
             Contains("4 players, 5 games"));
}

TEST_CASE("duplicate games in the files count once, and are reported") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("cp masters.pgn again.pgn; cat masters.pgn again.pgn > both.pgn");
  const std::string once = bench.run("arbiter standings -q masters.pgn 2> none.txt").output;
  const auto [files, words] = GENERATE(table<std::string, std::string>({
      {"masters.pgn again.pgn",
       "game 1 of again.pgn (line 1) duplicates game 1 of masters.pgn (line 1); counted once"},
      {"both.pgn", "game 6 (line 74) duplicates game 1 (line 1); counted once"},
  }));
  CAPTURE(files);
  CHECK(bench.run("arbiter standings " + files + " 2> said.txt").output == once);
  CHECK_THAT(bench.text("said.txt"), Contains(words));
  CHECK(bench.text("none.txt").empty());
  CHECK(bench.run("arbiter standings " + files + " --write-trf - 2> said.txt").output ==
        bench.run("arbiter standings -q masters.pgn --write-trf -").output);
  bench.run("arbiter report -q -o page.html " + files);
  CHECK_THAT(bench.text("page.html"), Contains("Duplicate games, not counted: 5."));
}

TEST_CASE("a result that contradicts its tag is reported in the standings") {
  const Workbench bench;
  write_tournament(bench);
  bench.write("masters.pgn",
              replaced(bench.text("masters.pgn"), "[Result \"0-1\"]", "[Result \"1-0\"]"));
  const std::string words = "game 5 (line 60) ends with 0-1, but its Result tag is 1-0; using 0-1";
  CHECK_THAT(bench.run("arbiter standings masters.pgn 2>&1").output, Contains(words));
  const std::string output = bench.run("arbiter crosscheck masters.pgn report.trf 2>&1").output;
  CHECK_THAT(output, Contains(words) && Contains("has 0-1 (its Result tag: 1-0)"));
}

TEST_CASE("the system of a running tournament is guessed, announced or given") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("sed -i 's/Lindenau Masters/Lindenau/' masters.pgn");
  bench.run("arbiter filter -q masters.pgn --round 1 -o first.pgn");
  const auto [line, words] = GENERATE(table<std::string, std::string>({
      {"standings first.pgn",
       "system unknown: round robin or Swiss (choose it with --system); 4 players, 2 games, 1 "
       "round"},
      {"standings --system double-round-robin first.pgn", "double round robin; 4 players"},
      {"standings --system swiss first.pgn", "BH/C1"},
      {"standings --system swiss report.trf", "Swiss; 4 players"},
      {"report --system round-robin first.pgn", "9 May 2024 · round robin</p>"},
      {"report --system swiss first.pgn", "without the lowest value\">"},
  }));
  CAPTURE(line);
  CHECK_THAT(bench.run("arbiter " + line).output, Contains(words));
}

TEST_CASE("standings of a Swiss state the rounds that are not in the games") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("arbiter filter -q masters.pgn --round 1 -o first.pgn");
  bench.run("arbiter filter -q masters.pgn --round 2 -o second.pgn");
  const auto both = bench.run("arbiter standings --system swiss first.pgn second.pgn 2>&1");
  const auto one = bench.run("arbiter standings --system swiss first.pgn 2>&1");
  CHECK_THAT(both.output, Contains("rounds of 2 players have no game, which count as absences"));
  CHECK_THAT(one.output, !Contains("no game"));
  // Rounds after --after-round are not missing.
  CHECK_THAT(bench.run("arbiter standings masters.pgn --after-round 1 2>&1").output,
             !Contains("no game"));
}

TEST_CASE("the games may come from a database") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("arbiter import -q masters.db masters.pgn");
  const std::string table = bench.run("arbiter standings masters.pgn").output;
  const ProgramRun stored = bench.run("arbiter standings masters.db");
  CHECK(stored.status == 0);
  CHECK(stored.output == table);
  const ProgramRun checked = bench.run("arbiter crosscheck masters.db report.trf 2>&1");
  CHECK(checked.status == 1);
  CHECK_THAT(checked.output, Contains("crosscheck-result") && Contains("5 games compared"));
  // A file that is not a database is reported.
  bench.run("cp masters.db broken.db; truncate -s 100 broken.db");
  CHECK(bench.run("arbiter standings broken.db").status == 2);
}

TEST_CASE("a team table needs teams") {
  const Workbench bench;
  write_tournament(bench);
  const std::string line = GENERATE("standings --teams masters.pgn", "standings --teams report.trf",
                                    "standings --teams --format json masters.pgn");
  CAPTURE(line);
  const ProgramRun run = bench.run("arbiter " + line + " 2>&1");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("--teams needs teams: WhiteTeam and BlackTeam"));
}

TEST_CASE("the standings of a report show its contradictions") {
  const Workbench bench;
  write_tournament(bench);
  CHECK(bench.run("arbiter standings report.trf 2>&1 > table.txt").output.empty());
  bench.write("report.trf", replaced(bench.text("report.trf"), " 1.5 ", " 2.5 "));
  const std::string points = bench.run("arbiter standings report.trf 2>&1 > table.txt").output;
  CHECK_THAT(points, Contains("report.trf:16:81: Castell, Mira has 2.5 points, but the results "
                              "give 1.5"));
  CHECK(std::ranges::count(points, '\n') == 1);
  bench.run("sed -i '/^001/s/ [01=]$/ L/' report.trf");
  CHECK_THAT(bench.run("arbiter standings report.trf 2>&1 > table.txt").output,
             Contains("do not add up"));
}

struct DeskCase {
  std::string arguments;
  std::string cells;    // the first rows of the CSV: name, points, and any given tie-break
  std::string message;  // on standard error
};

TEST_CASE("small tournaments of the desk have the right values") {
  const Workbench bench;
  const std::string folder = testdata("desk").string();
  const auto c = GENERATE(values<DeskCase>({
      {"abnormal299.trf --tie-breaks WIN", "Castell, Mira|3\n", ""},
      {"odd.trf --tie-breaks WIN", "Castell, Mira|2\nDorn, Jakob|1\nAdler, Nora|0.5\n",
       "share less than a point in round 1, which is unusual"},
      {"odd.pgn --tie-breaks WIN", "Castell, Mira|2\nDorn, Jakob|1\nAdler, Nora|0.5\n",
       "game 1 (line 1) has the unusual result 1/2-0: half a point for White, none for Black"},
      {"r0003.trf --tie-breaks SB/C2", "Player001, Max|5.5|11.75\n", ""},
      {"r0003.trf --tie-breaks KS", "Player001, Max|5.5|2.5\nPlayer002, Max|4|1.5\n", ""},
      {"s0010.trf --tie-breaks BH", "Player001, Max|3|4\n", ""},
      {"T05-162A.trf --tie-breaks WIN", "Alder, Jon|3\n", ""},
      {"T06-half-pab.trf --tie-breaks WIN", "Alder, Jon|3\nDahl, Eva|1.5\n", ""},
  }));
  CAPTURE(c.arguments);
  const std::string csv =
      bench.run("arbiter standings --format csv " + folder + "/" + c.arguments + " 2>error").output;
  const bool has_value = c.cells.find('|') != c.cells.find_last_of('|', c.cells.find('\n'));
  std::string cells;
  const auto rows = csv_rows(csv);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    cells += rows[i][1] + "|" + rows[i][7] + (has_value ? "|" + rows[i][9] : "") + "\n";
  }
  CHECK_THAT(cells, Catch::Matchers::StartsWith(c.cells));
  CHECK_THAT(bench.text("error"), Contains(c.message));
}

TEST_CASE("texts of the desk's small tournaments are right") {
  const Workbench bench;
  const std::string folder = testdata("desk").string();
  const auto [line, words] = GENERATE(table<std::string, std::string>({
      {"standings T04-before-round1.trf", "0 games, 5 rounds planned"},
      {"standings s0010.trf", "3 of 5 rounds"},
      {"standings blitz.pgn --ratings", "+10.0"},
      {"standings 30-double-forfeit.pgn", "1  Alder, Jon"},
      {"standings 30-double-forfeit.pgn --system round-robin", "*  -  11"},
      {"standings running.pgn", "Row  Place"},
      {"standings --teams team-forfeit.trf", "1  Alpha        1             1            1"},
      {"standings --teams e7238.trf --tie-breaks EDE", "Team 01        7             9"},
      {"crosscheck odd.pgn odd.trf", "0 errors, 1 warning"},
  }));
  CAPTURE(line);
  CHECK_THAT(bench.run("cd " + folder + " && arbiter " + line + " 2>&1").output, Contains(words));
}

TEST_CASE("a report comes from standard input too") {
  const Workbench bench;
  write_tournament(bench);
  for (const char* const line :
       {"cat report.trf | arbiter standings", "arbiter standings < report.trf",
        "cat report.trf | arbiter standings - masters.pgn"}) {
    CAPTURE(line);
    CHECK_THAT(bench.run(line).output, Contains("Lindenau Masters") && Contains("Adler, Nora"));
  }
  CHECK_THAT(bench.run("cat report.trf | arbiter crosscheck - masters.pgn 2>&1").output,
             Contains("6 games compared") || Contains("5 games compared"));
  CHECK_THAT(bench.run("cat masters.pgn | arbiter standings - 2>&1").output,
             Contains("Lindenau Masters"));
}

TEST_CASE("the table after a round counts its byes and forfeits") {
  const Workbench bench;
  bench.write("three.trf",
              "092 Individual: Swiss-System\n142 5\n"
              "001    1      Adler, Nora                       2214 GER     4600001             "
              "2.5    1     2 w 1     3 b 1  0000 - H\n"
              "001    2      Brandt, Ole                       2105 GER     4600002             "
              "2.0    2     1 b 0  0000 - U     3 w +\n"
              "001    3      Castell, Mira                     2155 GER     4600003             "
              "1.0    3  0000 - U     1 w 0     2 b -\n");
  const auto points = [&](const std::string& round) {
    std::string text;
    const auto rows = csv_rows(
        bench.run("arbiter standings -q three.trf --format csv --after-round " + round).output);
    for (std::size_t i = 1; i < rows.size(); ++i)
      text += rows[i][1].substr(0, 1) + rows[i][7] + " ";
    return text;
  };
  CHECK(points("1") == "C1 A1 B0 ");
  CHECK(points("2") == "A2 B1 C1 ");
  CHECK(points("3") == "A2.5 B2 C1 ");
  CHECK_THAT(bench.run("arbiter standings three.trf --after-round 4 2>&1").output,
             Contains("the last round is 3"));
}

TEST_CASE("a withdrawn player is taken out of a round robin") {
  const Workbench bench;
  const ProgramRun run = bench.run("arbiter standings --withdrawn 'player007, max' " +
                                   testdata("desk/r0003.trf").string() + " 2>&1");
  CHECK_THAT(run.output, Contains("Player007, Max withdrew: 6 games removed (C.05)") &&
                             Contains("6 players, 15 games"));
}

TEST_CASE("tie-breaks of ratings do not apply if a player is unrated") {
  const Workbench bench;
  bench.write("games.pgn", game("1", "Adler, Nora", "Brandt, Ole", "1-0"));
  CHECK_THAT(bench.run("arbiter standings games.pgn --tie-breaks ARO 2>&1").output,
             Contains("ARO does not apply, because 2 players are unrated (C.07, 10)"));
  CHECK_THAT(bench.run("arbiter standings games.pgn --tie-breaks ARO/U1400 2>&1").output,
             !Contains("does not apply"));
}

TEST_CASE("options for rounds and editions that do not exist name the ones that do") {
  const Workbench bench;
  write_tournament(bench);
  const auto [line, words] = GENERATE(table<std::string, std::string>({
      {"standings masters.pgn --after-round 9", "--after-round 9: the last round is 3"},
      {"standings masters.pgn --tie-break-rules 2025",
       "the edition in force at the end of that year is 2024"},
      {"standings masters.pgn --tie-break-rules new", "expected 2023, 2024 or 2026"},
      {"crosscheck masters.pgn report.trf --round 4", "--round 4: the report has only 3 rounds"},
      {"crosscheck masters.pgn report.trf --event Elsewhere", "no event matches 'elsewhere'"},
  }));
  CAPTURE(line);
  const ProgramRun run = bench.run("arbiter " + line + " 2>&1");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains(words));
}

TEST_CASE("a player list adds what the games do not have to the standings") {
  const Workbench bench;
  bench.write("games.pgn",
              "[Event \"Lindenau\"]\n[Round \"1\"]\n[White \"Adler, Nora\"]\n"
              "[Black \"Brandt, Ole\"]\n[BlackElo \"2000\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n");
  bench.write("list.csv",
              "id,name,federation,title,rating\n4600001,\"Adler, Nora\",GER,FM,2214\n"
              "4600002,\"Brandt, Ole\",DEN,,2105\n");
  const auto rows =
      csv_rows(bench.run("arbiter standings games.pgn --players list.csv --format csv").output);
  REQUIRE(rows.size() == 3);
  CHECK(rows[1][2] == "4600001");
  CHECK(rows[1][3] == "FM");
  CHECK(rows[1][4] == "GER");
  CHECK(rows[1][6] == "2214");
  CHECK(rows[2][4] == "DEN");
  CHECK(rows[2][6] == "2000");
}

TEST_CASE("a configuration sets the system and the tie-breaks of standings") {
  const Workbench bench;
  write_tournament(bench);
  bench.write(".arbiter.toml", "system = \"swiss\"\ntie-breaks = \"WIN,SB\"\nevent = \"file\"\n");
  const std::string table = bench.run("arbiter standings masters.pgn").output;
  CHECK_THAT(table, Contains("Swiss; 4 players") && Contains("WIN") && !Contains("BH"));
}

TEST_CASE("rounds of players that are not in the games are stated for each system") {
  const Workbench bench;
  write_tournament(bench);
  const auto [line, words] = GENERATE(table<std::string, std::string>({
      {"standings masters.pgn", "2 rounds of 2 players have no game; add a tournament report"},
      {"report masters.pgn -o page.html",
       "2 rounds of 2 players have no game; add a tournament report"},
      {"standings --system swiss masters.pgn", "have no game, which count as absences"},
  }));
  CAPTURE(line);
  CHECK_THAT(bench.run("arbiter " + line + " 2>&1 > table.txt").output, Contains(words));
  bench.run("arbiter report masters.pgn -o page.html");
  CHECK_THAT(bench.text("page.html"), Contains("Rounds in which a player has no game: 2."));
}

TEST_CASE("a Scheveningen of teams is ranked by game points, below its heading") {
  const Workbench bench;
  // Kiel wins two of three matches by one point, and loses the third 0-3.
  std::string games;
  const char* results[3][3] = {{"1-0", "1-0", "0-1"}, {"1-0", "1-0", "0-1"}, {"0-1", "0-1", "0-1"}};
  for (int round = 0; round < 3; ++round) {
    for (int board = 0; board < 3; ++board) {
      const std::string result = results[round][board];
      games += "[Event \"Kiel - Plau\"]\n[Round \"" + std::to_string(round + 1) + "." +
               std::to_string(board + 1) + "\"]\n[White \"Home, " +
               std::string(1, static_cast<char>('A' + board)) + "\"]\n[Black \"Guest, " +
               std::string(1, static_cast<char>('P' + (board + round) % 3)) +
               "\"]\n[WhiteTeam \"Kiel\"]\n[BlackTeam \"Plau\"]\n[Result \"" + result +
               "\"]\n\n1. e4 e5 2. Nf3 " + result + "\n\n";
    }
  }
  bench.write("games.pgn", games);
  CHECK_THAT(bench.run("arbiter standings --teams games.pgn").output,
             Contains("Kiel - Plau\nScheveningen; 6 players, 9 games, 3 rounds"));
  const auto rows = csv_rows(bench.run("arbiter standings --teams games.pgn --format csv").output);
  REQUIRE(rows.size() == 3);
  CHECK(rows[1] == std::vector<std::string>{"1", "Plau", "3", "2", "5", "* 1 1 3"});
  CHECK(rows[2] == std::vector<std::string>{"2", "Kiel", "3", "4", "4", "2 2 0 *"});
}

TEST_CASE("who leaves a round robin early is removed, and who leaves later loses by forfeit") {
  const Workbench bench;
  const int players = GENERATE(6, 8, 10);
  const int rounds = players - 1;
  const int last = GENERATE_COPY(range(1, players - 2));
  CAPTURE(players, last);
  const auto name = [](int player) {
    return "Player" + std::string(1, char('A' + player)) + ", X";
  };
  const bool is_removed = last * 2 < rounds;
  // Computed by hand: the results of player 2 count if half of the games were played. The
  // opponents then win the missing games.
  constexpr int kLeaver = 2;
  std::map<std::string, double> points;
  std::string games;
  std::mt19937 random(static_cast<unsigned>(players * 100 + last));
  for (int round = 1; round <= rounds; ++round) {
    for (int board = 0; board < players / 2; ++board) {
      // The circle method: the last player meets all others in turn.
      const int one = board == 0 ? rounds : (round - 1 + board) % rounds;
      const int other = (round - 1 + rounds - board) % rounds;
      const bool has_leaver = one == kLeaver || other == kLeaver;
      const int result = static_cast<int>(random() % 3);
      if (has_leaver && round > last) {
        if (!is_removed) points[name(one == kLeaver ? other : one)] += 1;
        continue;
      }
      games += game(std::to_string(round), name(one), name(other),
                    result == 2   ? "1-0"
                    : result == 1 ? "1/2-1/2"
                                  : "0-1",
                    "Championship Round Robin");
      if (has_leaver && is_removed) continue;
      points[name(one)] += result / 2.0;
      points[name(other)] += 1 - result / 2.0;
    }
  }
  bench.write("all.pgn", games);
  const ProgramRun run = bench.run("arbiter standings all.pgn --format csv 2>message");
  const auto rows = csv_rows(run.output);
  CHECK(rows.size() == std::size_t(players) + (is_removed ? 0 : 1));
  for (std::size_t i = 1; i < rows.size(); ++i) {
    CAPTURE(rows[i][1]);
    CHECK(std::stod(rows[i][7]) == points[rows[i][1]]);
  }
  const std::string count =
      is_removed ? std::to_string(last) + (last == 1 ? " game removed" : " games removed")
                 : std::to_string(rounds - last) + " games added as forfeits";
  CHECK_THAT(bench.text("message"), Contains("PlayerC, X withdrew after round " +
                                             std::to_string(last) + ": " + count + " (C.05)"));
  // The page shows the same points.
  CHECK(bench.run("arbiter report -q all.pgn -o page.html").status == 0);
  CHECK_THAT(bench.text("page.html"), Contains("PlayerC, X withdrew after round"));
}

TEST_CASE("forms of a name are one player, shown with the full name and the title") {
  const auto games_with = [](const std::string& name, const std::string& other) {
    return game("1", name, "Dorn, Jakob", "1-0") +
           game("1", "Brandt, Ole", "Castell, Mira", "0-1") +
           game("2", "Dorn, Jakob", "Castell, Mira", "0-1") +
           game("2", other, "Brandt, Ole", "1-0") + game("3", "Brandt, Ole", "Dorn, Jakob", "0-1") +
           game("3", "Castell, Mira", "Adler, Nora", "1/2-1/2");
  };
  const Workbench bench;
  bench.write("plain.pgn", games_with("Adler, Nora", "Adler, Nora"));
  const std::string plain = bench.run("arbiter standings plain.pgn 2>&1").output;
  CHECK_THAT(plain, Contains("4 players, 6 games"));
  const auto [name, other] = GENERATE(table<std::string, std::string>({
      {"ADLER, NORA", "ADLER,NORA"},
      {"Adler,Nora", "adler, nora"},
      {"Adler Nora", "Adler  Nora"},
      {"Nora Adler", "Adler, N."},
  }));
  CAPTURE(name, other);
  bench.write("forms.pgn", games_with(name, other));
  CHECK(bench.run("arbiter standings forms.pgn 2>&1").output == plain);
  bench.write("title.pgn", games_with("WGM Adler, Nora", "WGM Nora Adler"));
  CHECK_THAT(bench.run("arbiter standings title.pgn 2>&1").output,
             Contains("Adler, Nora    WGM") && !Contains("WGM Adler"));
  // Players with different names, or in the same round, are never merged.
  bench.write("other.pgn", games_with("A", "A"));
  CHECK_THAT(bench.run("arbiter standings other.pgn 2>&1").output, Contains("5 players, 6 games"));
  bench.write("two.pgn", game("1", "Nora Adler", "Dorn, Jakob", "1-0") +
                             game("1", "Brandt, Ole", "Adler, Nora", "0-1"));
  CHECK_THAT(bench.run("arbiter standings two.pgn 2>&1").output, Contains("4 players, 2 games"));
}

TEST_CASE("the name of the output makes a tournament report of standings") {
  const Workbench bench;
  write_tournament(bench);
  const std::string report = bench.run("arbiter standings -q masters.pgn --write-trf -").output;
  CHECK_THAT(report, Contains("001    1"));
  CHECK(bench.run("arbiter standings -q masters.pgn --format trf").output == report);
  for (const std::string name : {"a.trf", "a.trfx", "A.TRF"}) {
    CHECK(bench.run("arbiter standings -q masters.pgn -o " + name).status == 0);
    CHECK(bench.text(name) == report);
  }
  CHECK_THAT(bench.run("arbiter standings masters.pgn -o a.xyz 2>&1").output, Contains(".trf"));
  const std::string masters = bench.text("masters.pgn");
  CHECK(bench.run("cp masters.pgn b.trf; arbiter standings b.trf -o b.trf").status == 2);
  CHECK(bench.text("b.trf") == masters);
}

TEST_CASE("a team table has the results of the matches") {
  const Workbench bench;
  const auto match = [](const std::string& round, const std::string& one, const std::string& other,
                        const std::string& first, const std::string& second) {
    const auto board = [&](const std::string& number, const std::string& result) {
      const std::string teams = "[WhiteTeam \"" + one + "\"]\n[BlackTeam \"" + other + "\"]\n";
      std::string text = game(round + "." + number, one + number, other + number, result);
      return text.insert(text.find("\n\n") + 1, teams);
    };
    return board("1", first) + board("2", second);
  };
  bench.write("teams.pgn", match("1", "Ash", "Birch", "1-0", "1/2-1/2") +
                               match("2", "Birch", "Cedar", "0-1", "1-0") +
                               match("3", "Cedar", "Ash", "1/2-1/2", "*"));
  const std::string table = bench.run("arbiter standings --teams teams.pgn").output;
  CAPTURE(table);
  CHECK_THAT(table, Contains("Game points  1      2    3\n") && Contains("2:1.5  -    3:*\n") &&
                        Contains("1.5") && Contains("*"));
  const std::string csv = bench.run("arbiter standings --teams teams.pgn --format csv").output;
  CHECK_THAT(csv, Contains("results"));
  CHECK_THAT(bench.run("arbiter standings --teams --no-cross-table teams.pgn").output,
             !Contains("Game points    1"));
}

TEST_CASE("an unknown tie-break is answered with the nearest one") {
  const ProgramRun run =
      run_arbiter({"standings", "testdata/masters.pgn", "--tie-breaks", "SB,Buchholtzz"});
  CHECK(run.status == 2);
  CHECK_THAT(run.errors,
             Contains("unknown tie-break 'Buchholtzz'; did you mean BH[/Cn][/Mn][/P] (Buchholz)? "
                      "(`arbiter explain tie-breaks` lists all)"));
  CHECK(
      run_arbiter({"standings", "testdata/masters.pgn", "--tie-breaks", "Buchholz cut 1,Sonneborn"})
          .output ==
      run_arbiter({"standings", "testdata/masters.pgn", "--tie-breaks", "BH/C1,SB"}).output);
}
