// Tests the openings that the program determines from the moves played.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "tests/support/namespaces.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

constexpr const char* kGames =
    // A Najdorf by transposition, without a tag.
    "[Event \"a\"]\n[Result \"1-0\"]\n\n1. Nf3 c5 2. d4 cxd4 3. Nxd4 d6 4. e4 Nf6 5. Nc3 a6 1-0\n\n"
    // A Ruy Lopez with the tag of a Najdorf.
    "[Event \"b\"]\n[Result \"0-1\"]\n[ECO \"B90\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 0-1\n\n"
    "[Event \"c\"]\n[Result \"*\"]\n\n*\n\n";

constexpr const char* kTable = "eco\tname\tpgn\nE99\tMy Line: Knight First\t1. Nf3\n";

std::string in_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

struct Bench : Workbench {
  Bench() {
    write("o.pgn", kGames);
    write("o.tsv", kTable);
    REQUIRE(run("arbiter import -q o.db o.pgn").status == 0);
  }
  std::string output(const std::string& line) const {
    const ProgramRun run = this->run("(" + line + ") 2>/dev/null");
    CAPTURE(line, run.errors);
    CHECK(run.status == 0);
    return run.output;
  }
};

}  // namespace

TEST_CASE("games are found by their openings in a database and in files", "[openings]") {
  const Bench bench;
  struct Row {
    std::string filter;
    std::string count;
  };
  const Row row = GENERATE(values<Row>({
      {"--opening najdorf", "1"},
      {"--opening 'sicilian najd'", "1"},
      {"--opening B90", "1"},
      {"--opening C60", "1"},
      {"--opening lopez,najdorf", "0"},
      {"--opening 'lopez|najdorf'", "2"},
      {"--opening '?'", "1"},
      {"--not-opening najdorf", "2"},
      {"--eco B90", "2"},
      {"--eco C60", "0"},
      {"--eco B", "2"},
      {"--where 'eco >= B and opening = \"ruy lopez\"'", "1"},
  }));
  CAPTURE(row.filter);
  CHECK(bench.output("arbiter find o.db --count " + row.filter) == row.count + "\n");
  CHECK(bench.output("arbiter find o.pgn --count " + row.filter) == row.count + "\n");
  CHECK(bench.output("arbiter filter o.pgn --count " + row.filter) == row.count + "\n");
}

TEST_CASE("another opening table can be used", "[openings]") {
  const Bench bench;
  CHECK(bench.output("arbiter find o.pgn --count --openings o.tsv --opening 'my line'") == "1\n");
  CHECK(bench.output("arbiter filter o.pgn --count --openings o.tsv --eco E99") == "1\n");
  CHECK_THAT(bench.output("arbiter tree o.db --openings o.tsv"), Contains("E99 My Line"));
  CHECK_THAT(bench.run("arbiter find o.db --openings o.tsv").output,
             Contains("upgrade --openings"));
  CHECK_THAT(bench.output("arbiter upgrade o.db --openings o.tsv"), Contains("openings"));
  CHECK(bench.output("arbiter find o.db --count --opening 'my line'") == "1\n");
  CHECK(bench.output("arbiter verify o.db > verified; echo $?") == "0\n");
  bench.write("bad.tsv", "A00\tx\t1. e5\n");
  const auto refused = bench.run("arbiter import -q x.db o.pgn --openings bad.tsv");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.output, Contains("bad.tsv: line 1"));
}

TEST_CASE("statistics are grouped by opening and by family", "[openings]") {
  const Bench bench;
  CHECK_THAT(bench.output("arbiter stats o.db --by opening --format csv"),
             Contains("B90 Sicilian Defense: Najdorf Variation,1,1,0,0,0"));
  CHECK_THAT(bench.output("arbiter stats o.db --by family --format csv"),
             Contains("\nRuy Lopez,1,0,0,1,0") && Contains("\nSicilian Defense,1"));
  CHECK_THAT(bench.output("arbiter stats o.db --by eco --format csv"), Contains("\nB90,2,"));
  CHECK(
      bench.output("arbiter sql o.db 'SELECT opening_eco, opening_ply FROM games' --format csv") ==
      "opening_eco,opening_ply\r\nB90,10\r\nC60,5\r\n,\r\n");
}

TEST_CASE("tags can be set to the opening played", "[openings]") {
  const Bench bench;
  const std::string command = GENERATE(as<std::string>{}, "filter -q o.pgn", "fmt -q o.pgn",
                                       "export -q o.db", "export -q o.pgn");
  CAPTURE(command);
  const std::string games = bench.output("arbiter " + command + " --add eco,opening");
  CHECK_THAT(games, Contains("[ECO \"B90\"]\n[Opening \"Sicilian Defense: Najdorf Variation\"]") &&
                        Contains("[ECO \"C60\"]\n[Opening \"Ruy Lopez\"]"));
  CHECK_THAT(bench.output("arbiter " + command + " --add opening --openings o.tsv"),
             Contains("[Opening \"My Line: Knight First\"]") && Contains("[ECO \"B90\"]"));
}

TEST_CASE("a tree names positions beyond the table by the last named position", "[openings]") {
  const Bench bench;
  CHECK_THAT(bench.output("arbiter tree o.db --moves 'e4 e5 Nf3 Nc6 Bb5 h6 Ba4 a5'"),
             Contains("C60 Ruy Lopez"));
  CHECK(in_one_line(bench.output("arbiter tree o.db --moves 'e4 e5' --depth 3 --format pgn"))
            .ends_with(
                " 1. e4 e5 2. Nf3 {1 game, 0.0 %; C40 King's Knight Opening} 2... Nc6 {1 game, "
                "100.0 %; C44 King's Knight Opening: Normal Variation} 3. Bb5 {1 game, 0.0 %; "
                "C60 Ruy Lopez} *  "));
}

TEST_CASE("a game leaves the known games after its last known position", "[openings]") {
  const Bench bench;
  bench.write("new.pgn",
              "[White \"A\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n"
              // The game leaves the known lines, and transposes back.
              "[White \"B\"]\n[Result \"*\"]\n\n1. Nf3 d6 2. e4 c5 3. d4 cxd4 4. Nxd4 g6 *\n\n"
              "[White \"C\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n");
  const auto lines = lines_of(bench.output("arbiter novelty new.pgn --against o.db --format json"));
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[0],
             EndsWith("\"known_plies\":5,\"games_before\":1,\"example\":2,\"novelty\":\"3... "
                      "a6\",\"move\":\"a6\",\"uci\":\"a7a6\"}"));
  CHECK_THAT(lines[1],
             EndsWith("\"known_plies\":7,\"games_before\":1,\"example\":1,\"novelty\":\"4... "
                      "g6\",\"move\":\"g6\",\"uci\":\"g7g6\"}"));
  CHECK_THAT(lines[2],
             EndsWith("\"known_plies\":2,\"games_before\":1,\"example\":2,\"novelty\":null,"
                      "\"move\":null,\"uci\":null}"));
  CHECK(lines_of(bench.output("arbiter novelty o.db new.pgn --format json")) == lines);
  CHECK(lines_of(bench.output("arbiter novelty o.db new.pgn --limit 1 --format json")).size() == 1);
  CHECK(bench.run("arbiter novelty o.db").status == 2);
  CHECK_THAT(bench.run("arbiter novelty new.pgn --against o.db --event b 2>&1").output,
             Contains("filters select games of o.db; --only N selects a game of new.pgn"));
  // Only the games of event b are read.
  CHECK_THAT(
      bench.output("arbiter novelty new.pgn --against o.db --event b --format json | sed -n 2p"),
      Contains("\"known_plies\":0,\"games_before\":1,\"example\":2,\"novelty\":\"1. Nf3\""));
}

TEST_CASE("with --earlier only games of an earlier day are known", "[openings]") {
  const Bench bench;
  const auto game = [](const std::string& date, const std::string& moves) {
    return "[Date \"" + date + "\"]\n[Result \"*\"]\n\n" + moves + " *\n\n";
  };
  // The last date may be later than any day in 2001.
  bench.write("known.pgn", game("2001.05.05", "1. e4 e5 2. Nf3 Nc6") +
                               game("2001.05.06", "1. e4 e5 2. Nf3") +
                               game("2001.??.??", "1. e4 e5 2. Nf3 Nc6 3. Bb5"));
  REQUIRE(bench.run("arbiter import -q known.db known.pgn").status == 0);
  struct Case {
    std::string date;
    int all, earlier;  // number of known half-moves
  };
  const auto [date, all, earlier] =
      GENERATE(Case{"2001.05.05", 5, 0}, Case{"2001.05.06", 5, 4}, Case{"2001.05.07", 5, 4},
               Case{"2002.01.01", 5, 5}, Case{"????.??.??", 5, 5});
  CAPTURE(date);
  bench.write("new.pgn", game(date, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"));
  const std::string command = "arbiter novelty new.pgn --against known.db --format json";
  CHECK_THAT(bench.output(command), Contains("\"known_plies\":" + std::to_string(all) + ","));
  CHECK_THAT(bench.output(command + " --earlier"),
             Contains("\"known_plies\":" + std::to_string(earlier) + ","));
}

TEST_CASE("books and novelties count from the side of a player", "[openings]") {
  const Bench bench;
  const auto game = [](const std::string& white, const std::string& black, const std::string& moves,
                       const std::string& result) {
    return "[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n\n" +
           moves + " " + result + "\n\n";
  };
  bench.write("p.pgn", game("A", "B", "1. e4 c5", "1-0") + game("B", "A", "1. e4 e5", "0-1") +
                           game("C", "A", "1. e4 e5", "1/2-1/2") +
                           game("B", "C", "1. d4 d5", "1-0"));
  REQUIRE(bench.run("arbiter import -q p.db p.pgn").status == 0);
  bench.output("arbiter book -q p.db --player A --min-games 1 -o a.bin");
  // A has played 1. e4 with one win, and 1... e5 with a win and a draw.
  const std::string fields = " --format csv | cut -d, -f1,3";
  CHECK(bench.output("arbiter book show a.bin" + fields) == "move,weight\ne4,2\n");
  CHECK(bench.output("arbiter book show a.bin --moves e4" + fields) == "move,weight\ne5,3\n");
  CHECK(bench.output("arbiter book show a.bin --moves d4" + fields) == "move,weight\n");
  bench.output("arbiter book -q p.db --min-games 1 -o all.bin");
  CHECK(bench.output("arbiter book show all.bin --moves e4" + fields) == "move,weight\ne5,3\n");

  bench.write("new.pgn", game("X", "Y", "1. e4 a5", "*"));
  const std::string novelty = "arbiter novelty new.pgn --against p.db --format json";
  // Three games of A have 1. e4: two wins and a draw.
  CHECK_THAT(bench.output(novelty + " --player A"),
             Contains("\"games_before\":3") && Contains("\"wins\":2,\"draws\":1,\"losses\":0"));
  CHECK_THAT(bench.output(novelty + " --as B"),
             Contains("\"games_before\":2") && Contains("\"wins\":0,\"draws\":0,\"losses\":2"));
  CHECK_THAT(bench.output(novelty), !Contains("\"wins\""));
}
