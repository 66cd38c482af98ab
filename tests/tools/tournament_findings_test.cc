// Tests the findings of `arbiter validate` about tournaments.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/testdata.h"
#include "tests/tools/tournament_files.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

namespace {

// Returns the ids of the tournament findings that `validate` reports.
std::string ids(const Workbench& bench, const std::string& arguments) {
  return bench
      .run("arbiter validate -q --select tournament --format csv " + arguments +
           " | tail -n +2 | cut -d , -f 8 | sort | uniq | tr '\\n' ' '")
      .output;
}

// Pairs the players in `rest` who have not met, preferring equal points. Returns whether all have
// an opponent.
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

// Returns the games of a Swiss, or an empty string if the last rounds cannot be paired.
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

TEST_CASE("a file with the games of one tournament is checked as a tournament") {
  const Workbench bench;
  write_tournament(bench);
  CHECK(ids(bench, "masters.pgn") == "name-differs pairing-missing rating-differs ");
  CHECK(ids(bench, "--event off masters.pgn") == "");
  // A round appears in two files.
  bench.run("cp masters.pgn again.pgn");
  CHECK(ids(bench, "masters.pgn again.pgn") == "name-differs pairing-missing rating-differs ");
  CHECK_THAT(ids(bench, "--event all masters.pgn again.pgn"), Contains("game-twice "));
  const ProgramRun both =
      bench.run("arbiter validate -q --event all --select game-twice masters.pgn again.pgn");
  CHECK(both.status == 1);
  CHECK_THAT(both.output, Contains("again.pgn") && Contains("game 1 of masters.pgn (line 1)"));
  // Each event in a file is a tournament, unless it has a single game.
  bench.write("two.pgn", replaced(bench.text("masters.pgn"), "Lindenau Masters", "Another"));
  CHECK_THAT(ids(bench, "two.pgn"), !Contains("event-name-differs"));
  bench.run("sed 's/Lindenau Masters/Ehlen Open/' masters.pgn > ehlen.pgn");
  bench.run("cat masters.pgn ehlen.pgn > both.pgn");
  CHECK(
      bench.run("arbiter validate -q --select pairing-missing both.pgn | grep -c missing").output ==
      "2\n");
  // Events in an archive are not checked as tournaments.
  bench.run("sed 's/Date \"2/Date \"1/' ehlen.pgn | cat masters.pgn - > archive.pgn");
  CHECK(ids(bench, "archive.pgn") == "");
  bench.write("slip.pgn",
              replaced(bench.text("masters.pgn"), "Lindenau Masters", "Lindneau Masters"));
  CHECK_THAT(ids(bench, "slip.pgn"), Contains("event-name-differs"));
  bench.run("sed 's/^.Round.*$/[Round \"?\"]/' masters.pgn > rounds.pgn");
  CHECK(ids(bench, "rounds.pgn") == "");
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
  // Games with the same tags and moves are duplicates.
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
