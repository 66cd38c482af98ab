// Tests `winnable -`, `position -` and `adjudicate -`: one line of output per line of standard
// input.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string kKnightQueen = "8/3q4/4k3/8/8/3K4/5N2/8 w - - 0 1";
const std::string kKnights = "8/8/4k3/8/8/3K4/4NN2/8 w - - 0 1";
const std::string kWall = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1";
const std::string kMate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
const std::string kImpossible = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

std::vector<Json> objects_in(const std::string& output) {
  std::vector<Json> objects;
  for (const std::string& line : lines_of(output)) objects.push_back(Json::parse(line));
  return objects;
}

}  // namespace

TEST_CASE("winnable answers each line with one, for the requested side") {
  const ProgramRun run = run_arbiter(
      {"winnable", "-", "--side", "black"},
      "# a list\n\n  " + kKnightQueen + "  \r\n" + kKnights + " white\n" + kWall + " both");
  CHECK(run.status == 0);
  CHECK(run.errors.empty());
  const std::vector<std::string> lines = lines_of(run.output);
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[0], StartsWith(kKnightQueen + ": Black winnable ("));
  CHECK_THAT(lines[1], StartsWith(kKnights + ": White winnable ("));
  CHECK_THAT(lines[2], StartsWith(kWall + ": White unwinnable (") && Contains("), dead"));
}

TEST_CASE("position answers each line with one, and the worst sets the exit status") {
  const ProgramRun run = run_arbiter(
      {"position", "-"}, kMate + "\n" + kImpossible + "\n4k3/8/8/8/8/8/8/8 w - - 0 1\n");
  CHECK(run.status == 1);
  const std::vector<std::string> lines = lines_of(run.output);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] == kMate +
                        ": Black to move; 0 legal moves; check; over: checkmate, so 1-0 (Laws "
                        "5.1.1)");
  CHECK_THAT(lines[1], Contains("26 legal moves") && Contains("; illegal: it is White's turn"));
  CHECK_THAT(lines[2], Contains("cannot be played; illegal: "));
  CHECK(run_arbiter({"position", "-"}, kMate + "\n").status == 0);
}

TEST_CASE("adjudicate reads the event from the line or from the options") {
  const ProgramRun run = run_arbiter({"adjudicate", "-", "--event", "flag", "--by", "white"},
                                     kKnightQueen + "\n" + kKnightQueen + " black\n" +
                                         kKnightQueen + " resign black\n" + kMate + "\n");
  CHECK(run.status == 0);
  const std::vector<std::string> lines = lines_of(run.output);
  REQUIRE(lines.size() == 4);
  CHECK_THAT(lines[0], StartsWith(kKnightQueen + ": 0-1 (Laws 6.9): "));
  CHECK_THAT(lines[1], StartsWith(kKnightQueen + ": 1/2-1/2 (Laws 6.9): "));
  CHECK_THAT(lines[2], StartsWith(kKnightQueen + ": 1/2-1/2 (Laws 5.1.2): "));
  CHECK_THAT(lines[3], StartsWith(kMate + ": 1-0 (Laws 5.1.1): "));
}

TEST_CASE("an invalid line is reported, and the others are answered") {
  struct Command {
    std::vector<std::string> arguments;
    std::string wrong;
  };
  const Command row = GENERATE(values<Command>({
      {{"winnable", "-"}, "8/8/8/8/8/8/8/8 w - - 0 1"},
      {{"winnable", "-"}, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 green"},
      {{"winnable", "-"}, std::string(5000, '8')},
      {{"position", "-"}, "no FEN"},
      {{"position", "-"}, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 white"},
      {{"adjudicate", "-", "--event", "flag", "--by", "white"},
       "4k3/8/8/8/8/8/8/4K3 w - - 0 1 earthquake white"},
      {{"adjudicate", "-", "--event", "flag", "--by", "white"}, "no FEN"},
      {{"adjudicate", "-", "--event", "flag", "--by", "white"}, kKnights + " illegal-move black"},
  }));
  CAPTURE(row.arguments, row.wrong);
  const std::string input = kKnights + "\n" + row.wrong + "\n" + kKnights + "\n";
  const ProgramRun text = run_arbiter(row.arguments, input);
  CHECK(text.status == 2);
  CHECK(lines_of(text.output).size() == 2);
  CHECK_THAT(text.errors, StartsWith("arbiter: <stdin>:2: "));
  CHECK(lines_of(text.errors).size() == 1);
  std::vector<std::string> in_json = row.arguments;
  in_json.insert(in_json.end(), {"--format", "json"});
  const ProgramRun json = run_arbiter(in_json, input);
  CHECK(json.status == 2);
  CHECK(json.errors.empty());
  const std::vector<Json> objects = objects_in(json.output);
  REQUIRE(objects.size() == 3);
  CHECK(objects[0]["fen"] == kKnights);
  CHECK(objects[1]["input_line"] == 2);
  CHECK_FALSE(objects[1]["error"].text().empty());
  CHECK(objects[2]["input_line"] == 3);
}

TEST_CASE("an undetermined answer sets status 1, and empty input status 2") {
  const ProgramRun limited = run_arbiter({"winnable", "-", "--side", "white", "--limit", "20"},
                                         "8/3n4/4k3/8/8/3K4/5N2/8 w - - 0 1\n");
  CHECK(limited.status == 1);
  CHECK_THAT(limited.output, Contains("White undetermined"));
  for (const std::string command : {"winnable", "position"}) {
    const ProgramRun empty = run_arbiter({command, "-"}, "\n# nothing\n");
    CHECK(empty.status == 2);
    CHECK_THAT(empty.errors, Contains("contains no position"));
  }
}
