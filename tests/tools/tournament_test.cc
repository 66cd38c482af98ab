// A tournament in the hands of an arbiter: game files, a report, and the real program.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/json.h"
#include "tests/support/testdata.h"
#include "tests/tools/table_readers.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

namespace {

// Writes masters.pgn and report.trf.
void write_tournament(const Workbench& bench) {
  bench.write("masters.pgn", read_text((repository() / "testdata/masters.pgn").string()));
  bench.write("report.trf", read_text((repository() / "testdata/lindenau.trf").string()));
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

std::string game(const std::string& round, const std::string& white, const std::string& black,
                 const std::string& result, const std::string& event = "Lindenau Open") {
  return "[Event \"" + event + "\"]\n[Round \"" + round + "\"]\n[White \"" + white +
         "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n\n1. e4 e5 " + result +
         "\n\n";
}

// The ids of validate's findings in the group "tournament".
std::string ids(const Workbench& bench, const std::string& arguments) {
  return bench
      .run("arbiter validate -q --select tournament --format csv " + arguments +
           " | tail -n +2 | cut -d , -f 8 | sort | uniq | tr '\\n' ' '")
      .output;
}

// Pairs the players of `rest` who have not met, those with similar points first. Returns whether
// all have an opponent.
bool pair_all(std::vector<int> rest, const std::set<std::pair<int, int>>& met,
              std::vector<std::pair<int, int>>& pairs) {
  if (rest.empty()) return true;
  const int one = rest.front();
  for (std::size_t i = 1; i < rest.size(); ++i) {
    const int other = rest[i];
    if (met.contains(std::minmax(one, other))) continue;
    std::vector<int> others;
    for (const int player : rest) {
      if (player != one && player != other) others.push_back(player);
    }
    pairs.emplace_back(one, other);
    if (pair_all(others, met, pairs)) return true;
    pairs.pop_back();
  }
  return false;
}

// Returns the games of a Swiss; empty if the last rounds cannot be paired.
std::string small_swiss(int players, int rounds, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<int> points(static_cast<std::size_t>(players));
  std::set<std::pair<int, int>> met;
  std::set<int> byes;
  std::string games;
  for (int round = 1; round <= rounds; ++round) {
    std::vector<int> order;
    for (int i = 0; i < players; ++i) order.push_back(i);
    std::ranges::stable_sort(order, std::greater<>(),
                             [&](int i) { return points[std::size_t(i)]; });
    if (players % 2 != 0) {
      const auto bye =
          std::find_if(order.rbegin(), order.rend(), [&](int i) { return !byes.contains(i); });
      if (bye == order.rend()) return {};
      byes.insert(*bye);
      points[std::size_t(*bye)] += 2;
      order.erase(std::next(bye).base());
    }
    std::vector<std::pair<int, int>> pairs;
    if (!pair_all(order, met, pairs)) return {};
    for (const auto& [one, other] : pairs) {
      met.insert(std::minmax(one, other));
      const int result = static_cast<int>(random() % 3);  // half points of White
      points[std::size_t(one)] += result;
      points[std::size_t(other)] += 2 - result;
      games += game(std::to_string(round), "Player" + std::string(1, char('A' + one)) + ", X",
                    "Player" + std::string(1, char('A' + other)) + ", X",
                    result == 2   ? "1-0"
                    : result == 1 ? "1/2-1/2"
                                  : "0-1",
                    "Championship");
    }
  }
  return games;
}

}  // namespace

TEST_CASE("standings follow from the results") {
  const Workbench bench;
  write_tournament(bench);
  const auto rows =
      csv_rows(bench.run("arbiter standings report.trf --tie-breaks WIN,SB --format csv").output);
  REQUIRE(rows.size() == 5);
  // Worked out by hand: Adler beat Dorn (1) and Brandt (1), drew with Castell (1.5).
  CHECK(rows[1][1] == "Adler, Nora");
  CHECK(rows[1][7] == "2.5");
  CHECK(rows[1][9] == "2");
  CHECK(rows[1][10] == "2.75");
  CHECK(rows[2][1] == "Castell, Mira");
  CHECK(rows[2][7] == "1.5");
}

TEST_CASE("crosscheck compares the games and the report") {
  const Workbench bench;
  write_tournament(bench);
  const ProgramRun run = bench.run("arbiter crosscheck report.trf masters.pgn");
  CHECK(run.status == 1);
  CHECK_THAT(run.output,
             Contains("crosscheck-result") && Contains("Castell, Mira against Dorn, Jakob"));
  CHECK_THAT(run.output, Contains("crosscheck-rating") && Contains("2105") && Contains("2150"));
  CHECK_THAT(run.output, !Contains("crosscheck-game-missing"));  // the forfeit needs no game
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
  // They follow the last round.
  CHECK(bench.run("arbiter standings -q masters.pgn playoff.pgn --after-round 2").output ==
        bench.run("arbiter standings -q masters.pgn --after-round 2").output);
  CHECK(bench.run("arbiter standings -q masters.pgn playoff.pgn --after-round 3").output == both);
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
  // Adler beats Brandt, Castell beats Dorn; Adler wins the final, Dorn the third place.
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

TEST_CASE("crosscheck compares a round with a name") {
  const Workbench bench;
  const std::string text = game("Semifinal", "Adler, Nora", "Brandt, Ole", "1-0") +
                           game("Semifinal", "Castell, Mira", "Dorn, Jakob", "1-0") +
                           game("Final", "Adler, Nora", "Castell, Mira", "1-0") +
                           game("3rd place", "Brandt, Ole", "Dorn, Jakob", "0-1");
  bench.write("cup.pgn", text);
  REQUIRE(bench.run("arbiter standings -q cup.pgn --write-trf cup.trf").status == 0);
  // The result of a semifinal is wrong, and a stranger plays in it.
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

TEST_CASE("a written report of a Swiss has a bye for the only player without a game") {
  const Workbench bench;
  // Five players: Ehlers has no game in round 1, Dorn none in round 2. Castell has left before
  // round 3, in which Brandt and Dorn, who might both have a bye, have no game either.
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
  CHECK_THAT(run.output, Contains("guessed: U (pairing-allocated bye) for Ehlers, Tom in round 1, "
                                  "the only player without a game\n") &&
                             Contains("U (pairing-allocated bye) for Dorn, Jakob in round 2") &&
                             !Contains("in round 3") && !Contains("in round 4") &&
                             Contains("guessed: Z (absent) for 4 rounds of 3 players"));
  const auto rounds = [&](const std::string& name) {
    return bench.run("grep '" + name + "' made.trf | tr -d '\\r' | cut -c 81-84,92-").output;
  };
  CHECK_THAT(rounds("Ehlers"), Contains("2.0") && Contains("0000 - U"));
  CHECK_THAT(rounds("Dorn"), Contains("1.0") && Contains("0000 - U  0000 - Z"));
  CHECK_THAT(rounds("Castell"), Contains("0000 - Z  0000 - Z"));
  CHECK(bench.run("arbiter crosscheck made.trf swiss.pgn 2>&1").status == 0);
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

TEST_CASE("duplicate games in the files count once, and are reported") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("cp masters.pgn again.pgn; cat masters.pgn again.pgn > both.pgn");
  const std::string once = bench.run("arbiter standings -q masters.pgn 2> none.txt").output;
  const auto [files, words] = GENERATE(table<std::string, std::string>({
      {"masters.pgn again.pgn",
       "game 1 of again.pgn (line 1) is game 1 of masters.pgn (line 1) again: it counts once"},
      {"both.pgn", "game 6 (line 74) is game 1 (line 1) again: it counts once"},
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
  const std::string words = "game 5 (line 60) ends with 0-1, but its Result tag is 1-0: 0-1 counts";
  CHECK_THAT(bench.run("arbiter standings masters.pgn 2>&1").output, Contains(words));
  const std::string output = bench.run("arbiter crosscheck masters.pgn report.trf 2>&1").output;
  CHECK_THAT(output, Contains(words) && Contains("has 0-1 (its Result tag: 1-0)"));
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
  // A report whose games are missing is not compared without a word.
  const ProgramRun missing = bench.run("arbiter crosscheck games/open.pgn reports 2>&1");
  CHECK(missing.status == 2);
  CHECK_THAT(missing.output, Contains("report.trf: no event of the games has half of its players"));
  CHECK_THAT(
      bench.run("arbiter standings games/open.pgn reports/report.trf reports/open.trf 2>&1").output,
      Contains("report.trf: no event of the games has its players"));
  bench.write("cup.pgn", game("1", "Zander, Uwe", "Yilmaz, Can", "1-0", "Cup") +
                             game("2", "Yilmaz, Can", "Zander, Uwe", "1-0", "Cup"));
  CHECK_THAT(bench
                 .run("arbiter report -o page.html games/open.pgn cup.pgn --trf "
                      "reports/report.trf --trf reports/open.trf 2>&1")
                 .output,
             Contains("report.trf: no event of the games has its players"));
  bench.run("rm reports/open.trf; cp reports/report.trf games");
  CHECK_THAT(bench.run("arbiter crosscheck games 2>&1").output,
             Contains("no report has half of the players of Lindenau Open: 5 games not compared"));
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

TEST_CASE("a file with the games of one tournament is checked as a tournament") {
  const Workbench bench;
  write_tournament(bench);
  CHECK(ids(bench, "masters.pgn") == "name-differs pairing-missing rating-differs ");
  CHECK(ids(bench, "--event off masters.pgn") == "");
  // A round that appears in two files.
  bench.run("cp masters.pgn again.pgn");
  CHECK(ids(bench, "masters.pgn again.pgn") == "name-differs pairing-missing rating-differs ");
  CHECK_THAT(ids(bench, "--event all masters.pgn again.pgn"), Contains("game-twice "));
  const ProgramRun both =
      bench.run("arbiter validate -q --event all --select game-twice masters.pgn again.pgn");
  CHECK(both.status == 1);
  CHECK_THAT(both.output, Contains("again.pgn") && Contains("game 1 of masters.pgn (line 1)"));
  // Each event of a file is a tournament, but not one of a single game.
  bench.write("two.pgn", replaced(bench.text("masters.pgn"), "Lindenau Masters", "Another"));
  CHECK_THAT(ids(bench, "two.pgn"), !Contains("event-name-differs"));
  bench.run("sed 's/Lindenau Masters/Ehlen Open/' masters.pgn > ehlen.pgn");
  bench.run("cat masters.pgn ehlen.pgn > both.pgn");
  CHECK(
      bench.run("arbiter validate -q --select pairing-missing both.pgn | grep -c missing").output ==
      "2\n");
  // Those of an archive are not.
  bench.run("sed 's/Date \"2/Date \"1/' ehlen.pgn | cat masters.pgn - > archive.pgn");
  CHECK(ids(bench, "archive.pgn") == "");
  bench.write("slip.pgn",
              replaced(bench.text("masters.pgn"), "Lindenau Masters", "Lindneau Masters"));
  CHECK_THAT(ids(bench, "slip.pgn"), Contains("event-name-differs"));
  bench.run("sed 's/^.Round.*$/[Round \"?\"]/' masters.pgn > rounds.pgn");
  CHECK(ids(bench, "rounds.pgn") == "");
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
      // The four players of the games are not in these reports.
      {"same.trf", 1,
       "4 errors, 19,999 warnings; 18,999 more findings not shown (limit: 1,000 of each kind)"},
      {"long.trf", 1, "4 errors, 2 warnings"},
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

struct DeskCase {
  std::string arguments;
  std::string
      cells;  // of the first rows of the CSV: name and points; the tie-break, if one is named
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
      {"standings --teams team-forfeit.trf", "1  Alpha        1             1            1"},
      {"standings --teams e7238.trf --tie-breaks EDE", "Team 01        7             9"},
      {"crosscheck odd.pgn odd.trf", "0 errors, 1 warning"},
  }));
  CAPTURE(line);
  CHECK_THAT(bench.run("cd " + folder + " && arbiter " + line + " 2>&1").output, Contains(words));
}

TEST_CASE("nobody and a bye are no players, and a match that both forfeited has no winner") {
  const Workbench bench;
  const std::string file = testdata("desk/30-double-forfeit.pgn").string();
  const std::string table =
      bench.run("arbiter standings --system knock-out " + file + " 2>&1").output;
  CHECK_THAT(table, Contains("2 players") && !Contains("?") && !Contains("BYE"));
  CHECK_THAT(bench.run("arbiter standings --system knock-out --format json " + file).output,
             Contains("\"winner\":null"));
}

TEST_CASE("a game repeated in another round on another day is another game") {
  const Workbench bench;
  const std::string file = testdata("desk/58-berlin-twice.pgn").string();
  CHECK(ids(bench, file) == "game-twice-other-round ");
  CHECK_THAT(bench.run("arbiter standings " + file).output, Contains("3 games"));
  CHECK(bench.run("arbiter import -q b.db " + file).status == 0);
  CHECK_THAT(bench.run("arbiter dedup b.db 2>&1").output, Contains("0 groups"));
}

TEST_CASE("games of a play-off with equal moves are games, if their days or time controls differ") {
  const Workbench bench;
  const std::string draw = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Re1 Nd6 1/2-1/2\n\n";
  std::string games;
  const auto add = [&](int round, const std::string& white, const std::string& black,
                       const std::string& day, const std::string& control,
                       const std::string& result) {
    games += "[Event \"Cup\"]\n[Date \"2024.05." + day + "\"]\n[Round \"" + std::to_string(round) +
             "\"]\n[White \"" + white + "\"]\n[Black \"" + black +
             "\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2500\"]\n[TimeControl \"" + control +
             "\"]\n[Result \"" + result + "\"]\n\n" +
             (result == "1-0" ? "1. d4 d5 2. c4 e6 1-0\n\n" : draw);
  };
  for (const auto& [white, black] :
       {std::pair<std::string, std::string>{"Abel", "Beck"}, {"Cohn", "Dorn"}}) {
    add(1, white, black, "01", "5400+30", "1/2-1/2");
    add(1, black, white, "02", "5400+30", "1/2-1/2");
    add(1, white, black, "03", "900+10", "1/2-1/2");
    add(1, black, white, "03", "900+10", "1/2-1/2");
    add(1, white, black, "03", "180+2", "1-0");
  }
  add(2, "Abel", "Cohn", "04", "5400+30", "1-0");
  add(2, "Cohn", "Abel", "05", "5400+30", "1/2-1/2");
  bench.write("cup.pgn", games);
  const ProgramRun run = bench.run("arbiter standings --ratings cup.pgn 2>&1");
  CHECK_THAT(run.output, Contains("knock-out; 4 players, 12 games, 2 rounds") &&
                             !Contains("again") && Contains("3        2      5  Abel"));
  CHECK(ids(bench, "cup.pgn") == "");
  // Rapid and blitz games do not change the standard rating: Beck drew two games.
  CHECK_THAT(run.output, Contains("Beck") && Contains("+0.0"));
  // The same tags and moves are the same game.
  bench.write("twice.pgn", games + games);
  CHECK_THAT(bench.run("arbiter standings twice.pgn").output, Contains("12 games, 2 rounds"));
}

TEST_CASE("nine players in seven rounds of a Swiss are no round robin") {
  // By round: White, Black, result; the free player has a bye.
  const Workbench bench;
  const auto [players, rounds] = GENERATE(table<int, int>({{9, 7}, {10, 7}, {11, 8}, {12, 9}}));
  int unsure = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const std::string games = small_swiss(players, rounds, seed);
    if (games.empty()) continue;
    bench.write("open.pgn", games);
    const std::string table = bench.run("arbiter standings -q open.pgn").output;
    CAPTURE(players, rounds, seed);
    CHECK_THAT(table.substr(0, table.find("players")),
               !Contains("; round robin") && !Contains("\nround robin"));
    unsure += table.find("system unknown") != std::string::npos;
  }
  CHECK(unsure <= 10);
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

TEST_CASE("a page uses the byes and players of the report, and needs no games") {
  const Workbench bench;
  const std::string folder = testdata("desk").string();
  const ProgramRun joined = bench.run("arbiter report " + folder + "/running.pgn --trf " + folder +
                                      "/running.trf -o page.html 2>&1");
  CHECK(joined.status == 0);
  CHECK_THAT(joined.output, !Contains("tournament report"));
  const std::string page = bench.text("page.html");
  CHECK_THAT(page, Contains("Talheim GER") && Contains("Weber, Karin") &&
                       Contains("Round 3 is running: 1 of 3 games are open.") &&
                       Contains("Falk, Greta (1)") && Contains("\"b\":\"1990\""));
  CHECK(bench.run("arbiter report -q " + folder + "/running.trf -o alone.html").status == 0);
  CHECK_THAT(bench.text("alone.html"),
             Contains("Round 3 is running: 2 of 3 games are open.") && Contains("Castell, Mira"));
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

TEST_CASE("crosscheck compares one round while the others are not there") {
  const Workbench bench;
  write_tournament(bench);
  bench.run("arbiter filter -q masters.pgn --round 2 -o second.pgn");
  CHECK_THAT(bench.run("arbiter crosscheck second.pgn report.trf 2>&1").output,
             Contains("crosscheck-game-missing"));
  const ProgramRun run = bench.run("arbiter crosscheck second.pgn report.trf --round 2 2>&1");
  CHECK_THAT(run.output, !Contains("crosscheck-game-missing"));
  CHECK_THAT(run.output, Contains("1 game compared"));
}

TEST_CASE("a report and games are one table, and the byes of the report are in the new report") {
  const Workbench bench;
  // Two rounds of three players: Castell has half a point without a game, then Brandt a full one.
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
  CHECK(rows[1][7] == "2");
  CHECK(rows[2][1] == "Castell, Mira");
  CHECK(rows[2][7] == "1.5");
  CHECK(rows[3][7] == "1");
  const std::string written =
      bench.run("arbiter standings -q two.trf third.pgn --write-trf -").output;
  CHECK_THAT(written, Contains("Adler, Nora") && Contains("1990/01/02"));
  CHECK_THAT(written, Contains("1 b 0  0000 - F     3 w 0"));
  CHECK_THAT(written, Contains("0000 - H     1 w 0     2 b 1"));
  // Adler is the only one without a game in round 3.
  CHECK_THAT(written, Contains("2 w 1     3 b 1  0000 - U"));
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
  CHECK_THAT(run.output, !Contains("the games differ"));
  CHECK_THAT(run.output, Contains("4 games"));
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
  CHECK_THAT(bench.text("page.html"), Contains("Rounds of players that are not in the games: 2."));
}

TEST_CASE("a Scheveningen of teams is ranked by game points, below its heading") {
  const Workbench bench;
  // Kiel wins two matches of three by one point, and loses one 0-3.
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
  CHECK(rows[1] == std::vector<std::string>{"1", "Plau", "3", "2", "5"});
  CHECK(rows[2] == std::vector<std::string>{"2", "Kiel", "3", "4", "4"});
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
  // By hand: the results of player 2 count if half of the games were played. Then the others win
  // the games that are missing.
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
  // The page has the same points.
  CHECK(bench.run("arbiter report -q all.pgn -o page.html").status == 0);
  CHECK_THAT(bench.text("page.html"), Contains("PlayerC, X withdrew after round"));
}
