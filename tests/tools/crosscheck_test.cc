// Tests `arbiter crosscheck`, which compares games with reports.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "tests/support/json.h"
#include "tests/support/testdata.h"
#include "tests/tools/tournament_files.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

TEST_CASE("crosscheck compares the games and the report") {
  const Workbench bench;
  write_tournament(bench);
  const ProgramRun run = bench.run("arbiter crosscheck report.trf masters.pgn");
  CHECK(run.status == 1);
  CHECK_THAT(run.output,
             Contains("crosscheck-result") && Contains("Castell, Mira against Dorn, Jakob"));
  CHECK_THAT(run.output, Contains("crosscheck-rating") && Contains("2105") && Contains("2150"));
  CHECK_THAT(run.output, !Contains("crosscheck-game-missing"));  // a forfeit needs no game
  bench.write("masters.pgn",
              replaced(replaced(bench.text("masters.pgn"), "[Result \"0-1\"]", "[Result \"1-0\"]"),
                       "8. Bd3\nNbc6 0-1", "8. Bd3\nNbc6 1-0"));
  CHECK(bench.run("arbiter crosscheck report.trf masters.pgn").status == 0);
  const ProgramRun missing = bench.run("arbiter crosscheck report.trf masters.pgn nothing.pgn");
  CHECK(missing.status == 2);
  CHECK(bench.run("arbiter crosscheck masters.pgn masters.pgn").status == 2);
  CHECK(bench.run("arbiter crosscheck report.trf report.trf").status == 2);
  CHECK(bench.run("arbiter crosscheck masters.pgn report.trf -q").output ==
        bench.run("arbiter crosscheck report.trf masters.pgn -q").output);
}

TEST_CASE("commands for games lead from a report alone to standings") {
  const Workbench bench;
  write_tournament(bench);
  const auto [command, status] = GENERATE(
      table<std::string, int>({{"validate", 2}, {"crosscheck", 2}, {"report -o page.html", 0}}));
  CAPTURE(command);
  const ProgramRun run = bench.run("arbiter " + command + " report.trf");
  CHECK(run.status == status);
  CHECK_THAT(run.output, Contains("`arbiter standings`"));
}

TEST_CASE("crosscheck compares a round with a name") {
  const Workbench bench;
  const std::string text = game("Semifinal", "Adler, Nora", "Brandt, Ole", "1-0") +
                           game("Semifinal", "Castell, Mira", "Dorn, Jakob", "1-0") +
                           game("Final", "Adler, Nora", "Castell, Mira", "1-0") +
                           game("3rd place", "Brandt, Ole", "Dorn, Jakob", "0-1");
  bench.write("cup.pgn", text);
  REQUIRE(bench.run("arbiter standings -q cup.pgn --write-trf cup.trf").status == 0);
  // The result of a semifinal is wrong, and an unknown player plays in it.
  bench.write("cup.pgn", replaced(replaced(text, "e5 1-0", "e5 0-1"), "Dorn, Jakob", "Ames, Zoe"));
  const auto [round, status, findings, words] =
      GENERATE(table<std::string, int, std::string, std::string>({
          {"2", 0, "", "2 games compared: 0 errors"},
          {"Final", 0, "", "2 games compared: 0 errors"},
          {"1", 1, "crosscheck-name crosscheck-result ", "2 games compared"},
          {"1/2", 1, "crosscheck-name crosscheck-result ", "2 games compared"},
          {"QF", 2, "", "--round QF: no game has this round; the last one is 2"},
          {"3", 2, "", "--round 3: the report has only 2 rounds"},
      }));
  CAPTURE(round);
  const std::string line = "arbiter crosscheck cup.pgn cup.trf --round " + round;
  const ProgramRun run = bench.run(line + " 2>&1");
  CHECK(run.status == status);
  CHECK_THAT(run.output, Contains(words));
  CHECK(bench
            .run(line + " -q --format csv 2> err.txt | tail -n +2 | cut -d , -f 8 | sort | uniq | "
                        "tr '\\n' ' '")
            .output == findings);
}

TEST_CASE("the only report in a folder need not be named") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("mkdir all; mv masters.pgn report.trf all; echo hello > all/notes.txt");
  const ProgramRun named = bench.run("arbiter crosscheck all all/report.trf");
  CHECK(named.status == 1);
  const ProgramRun found = bench.run("arbiter crosscheck all");
  CHECK(found.status == 1);
  CHECK(found.output == named.output);
  bench.run("cp all/report.trf all/second.TXT");
  const ProgramRun two = bench.run("arbiter crosscheck all 2>&1");
  CHECK(two.status == 1);
  CHECK_THAT(two.output, Contains(named.output) &&
                             Contains("second.TXT: not compared; another report is about"));
  CHECK(bench.run("arbiter crosscheck all all/report.trf").output == named.output);
  bench.run("rm all/report.trf all/second.TXT");
  const ProgramRun none = bench.run("arbiter crosscheck all 2>&1");
  CHECK(none.status == 2);
  CHECK_THAT(none.output, Contains("expected a .trf, .trfx or .txt file"));
}

TEST_CASE("a report is read in any compression, and in UTF-16") {
  const Workbench bench;
  write_tournament(bench);
  const std::string plain = bench.run("arbiter standings report.trf").output;
  const auto [command, file] = GENERATE(table<std::string, std::string>({
      {"gzip -k report.trf", "report.trf.gz"},
      {"zstd -q report.trf", "report.trf.zst"},
      {"iconv -f utf-8 -t utf-16 report.trf > wide.trf", "wide.trf"},
  }));
  CAPTURE(command);
  REQUIRE(bench.run(command).status == 0);
  CHECK(bench.run("arbiter standings " + file).output == plain);
  const std::string comparison = bench.run("arbiter crosscheck masters.pgn report.trf").output;
  const std::string other = bench.run("arbiter crosscheck masters.pgn " + file).output;
  CHECK(std::ranges::count(other, '\n') == std::ranges::count(comparison, '\n'));
  bench.run("rm report.trf");
  CHECK_THAT(bench.run("arbiter standings . 2>&1").output, Contains("using ./" + file));
}

TEST_CASE("each section of a folder is compared with its own report") {
  const Workbench bench;
  write_tournament(bench);
  const std::string other =
      "sed 's/Lindenau Masters/Lindenau Open/;s/Adler, Nora/Behrs, Nina/;s/Brandt, Ole/Cramer, "
      "Jon/;"
      "s/Castell, M/Eggerts, M/;s/Dorn, Jakob/Falk, Jakob/;s/46000/47000/' ";
  bench.run("mkdir games reports; " + other + "masters.pgn > games/open.pgn; " + other +
            "report.trf > reports/open.trf; mv masters.pgn games; mv report.trf reports");
  const auto checked = [&bench](const std::string& arguments) {
    return bench.run("arbiter crosscheck -q " + arguments + " | sed 's/ of games.[a-z]*.pgn//'")
        .output;
  };
  const std::string one = checked("games/masters.pgn reports/report.trf");
  const std::string two = checked("games/open.pgn reports/open.trf");
  for (const char* const line : {"games reports", "games/masters.pgn games/open.pgn reports",
                                 "games --trf reports/open.trf "
                                 "--trf reports/report.trf",
                                 "reports/report.trf games reports/open.trf"}) {
    CAPTURE(line);
    const std::string output = checked(line);
    CHECK((output == two + one || output == one + two));
    const ProgramRun run = bench.run(std::string("arbiter crosscheck ") + line + " 2>&1");
    CHECK(run.status == 1);
    CHECK_THAT(run.output, Contains("8 players of 2 reports and 10 games compared: 2 errors"));
  }
  // The table of each section has the byes and forfeits of its report.
  CHECK(bench.run("arbiter standings -q games reports/open.trf reports/report.trf").output ==
        bench.run("arbiter standings -q games reports").output);
  CHECK(bench.run("arbiter standings -q reports/open.trf reports/report.trf").output ==
        bench
            .run("arbiter standings -q reports/open.trf; echo; arbiter standings -q "
                 "reports/report.trf")
            .output);
  // A report without games is not skipped silently.
  const ProgramRun missing = bench.run("arbiter crosscheck games/open.pgn reports 2>&1");
  CHECK(missing.status == 2);
  CHECK_THAT(missing.output,
             Contains("report.trf: the report contains less than half of each event's players"));
  CHECK_THAT(
      bench.run("arbiter standings games/open.pgn reports/report.trf reports/open.trf 2>&1").output,
      Contains("report.trf: the report contains less than half of each event's players"));
  bench.write("cup.pgn", game("1", "Zander, Uwe", "Yilmaz, Can", "1-0", "Cup") +
                             game("2", "Yilmaz, Can", "Zander, Uwe", "1-0", "Cup"));
  CHECK_THAT(bench
                 .run("arbiter report -o page.html games/open.pgn cup.pgn --trf "
                      "reports/report.trf --trf reports/open.trf 2>&1")
                 .output,
             Contains("report.trf: the report contains less than half of each event's players"));
  bench.run("rm reports/open.trf; cp reports/report.trf games");
  CHECK_THAT(
      bench.run("arbiter crosscheck games 2>&1").output,
      Contains("no report contains half of the players of Lindenau Open: 5 games not compared"));
}

TEST_CASE("of two events of the same players, each is compared with the report of its name") {
  const Workbench bench;
  write_tournament(bench);
  const std::string folder = testdata("desk").string();
  bench.run("mkdir all; mv masters.pgn report.trf all; cp " + folder + "/odd.pgn " + folder +
            "/odd.trf all");
  CHECK_THAT(bench.run("arbiter crosscheck all 2>&1").output,
             Contains("8 players of 2 reports and 9 games compared: 1 error, 3 warnings"));
}

TEST_CASE("of several reports of one event, the one with most rounds is compared") {
  const Workbench bench;
  write_tournament(bench);
  bench.run(
      "mkdir all; mv masters.pgn all; cp report.trf all/9.trf; "
      "sed '/^001/s/^\\(.\\{101\\}\\).*/\\1/;/^132/d' report.trf > all/1.trf");
  CHECK(bench.run("arbiter crosscheck -q all").output ==
        bench.run("arbiter crosscheck -q all/masters.pgn all/9.trf").output);
}

TEST_CASE("hostile reports are read to their end") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("(echo '012 x'; head -c 300000 /dev/zero | tr '\\0' '9'; echo) > nines.trf");
  bench.run("yes '001    1 m    A' | head -n 20000 > same.trf");
  bench.run(
      "(printf '001    1 m    A%085d' 1; head -c 200000 /dev/zero | tr '\\0' '1') > long.trf");
  const auto [name, status, words] = GENERATE(table<std::string, int, std::string>({
      {"nines.trf", 2, "the report has no players"},
      // The four players of the games are missing from these reports.
      {"same.trf", 1,
       "4 errors, 19,999 warnings; 18,999 more findings not shown (limit: 1,000 of each kind)"},
      {"long.trf", 1, "4 errors, 3 warnings"},
  }));
  CAPTURE(name);
  const ProgramRun run = bench.run("arbiter crosscheck " + name + " masters.pgn 2>&1 > out.txt");
  CHECK(run.status == status);
  CHECK_THAT(run.output, Catch::Matchers::Contains(words));
  CHECK(bench.text("out.txt").size() < 400'000);
}

TEST_CASE("many findings in one long line of a report cost no square of its length") {
  const Workbench bench;
  write_tournament(bench);
  bench.run(
      "(cat report.trf; printf '240 F   1 '; yes 'abcd ' | head -n 600000 | tr -d '\\n') > "
      "long.trf");
  const ProgramRun crosscheck =
      bench.run("ulimit -t 10; arbiter crosscheck long.trf masters.pgn 2>&1 > out.txt");
  CHECK_THAT(crosscheck.output, Catch::Matchers::Contains("more findings not shown"));
  const ProgramRun report =
      bench.run("ulimit -t 10; arbiter report --trf long.trf -q -o page.html masters.pgn");
  CHECK(report.output.empty());
  CHECK(report.status == 0);
}

TEST_CASE("a finding in a report has its offset in bytes, in any encoding") {
  const Workbench bench;
  write_tournament(bench);
  const std::string encoding = GENERATE("UTF-8", "WINDOWS-1252");
  bench.run("sed -i 's/Weber, Karin/Wéber, Karin/; s/Castell, Mira/Castéll, Mirá/' report.trf");
  bench.run("iconv -f UTF-8 -t " + encoding + " report.trf > other.trf");
  const std::string bytes = bench.text("other.trf");
  const std::string line =
      bench.run("arbiter crosscheck -q masters.pgn other.trf --format json").output;
  std::size_t found = 0;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = line.find('\n', at);
    const Json finding = Json::parse(line.substr(at, end - at));
    at = end == std::string::npos ? line.size() : end + 1;
    if (!finding.contains("id") || finding["id"].text() != "crosscheck-result") continue;
    CHECK(bytes.substr(static_cast<std::size_t>(finding["offset"].number()), 8) == "   4 w 1");
    CHECK(finding["length"].number() == 8);
    ++found;
  }
  CHECK(found == 1);
}

TEST_CASE("crosscheck compares one round while the others are missing") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("arbiter filter -q masters.pgn --round 2 -o second.pgn");
  CHECK_THAT(bench.run("arbiter crosscheck second.pgn report.trf 2>&1").output,
             Contains("crosscheck-game-missing"));
  const ProgramRun run = bench.run("arbiter crosscheck second.pgn report.trf --round 2 2>&1");
  CHECK_THAT(run.output, !Contains("crosscheck-game-missing"));
  CHECK_THAT(run.output, Contains("1 game compared"));
}

TEST_CASE("games of a round that a report has in part are counted and are no differences") {
  const Workbench bench;
  bench.write("half.trf",
              "012 Lindenau Open\n"
              "092 Individual: Swiss-System\n"
              "001    1      Adler, Nora                       2214 GER     4600001             "
              "2.0    1     2 w 1     3 b 1\n"
              "001    2      Brandt, Ole                       2105 GER     4600002             "
              "0.0    3     1 b 0\n"
              "001    3      Castell, Mira                     2155 GER     4600003             "
              "1.0    2     4 w 1     1 w 0\n"
              "001    4      Dorn, Jakob                       1987 GER     4600004             "
              "0.0    4     3 b 0\n");
  bench.write("games.pgn", game("1", "Adler, Nora", "Brandt, Ole", "1-0") +
                               game("1", "Castell, Mira", "Dorn, Jakob", "1-0") +
                               game("2", "Castell, Mira", "Adler, Nora", "0-1") +
                               game("2", "Brandt, Ole", "Dorn, Jakob", "1-0"));
  const ProgramRun run = bench.run("arbiter standings half.trf games.pgn 2>&1");
  CHECK(run.status == 0);
  CHECK_THAT(run.output, !Contains("the games do not match"));
  CHECK_THAT(run.output, Contains("4 games"));
}
