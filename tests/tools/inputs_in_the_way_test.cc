// Inputs that would never end: the output file itself, and pipes and devices in folders.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

using Words = std::vector<std::string>;

// The commands that read games, from INPUT.
const Words& readers_of_games() {
  static const Words commands = {
      "arbiter validate INPUT",     "arbiter validate --format json INPUT",
      "arbiter fmt INPUT",          "arbiter fmt --check INPUT",
      "arbiter find INPUT",         "arbiter tree INPUT",
      "arbiter stats INPUT",        "arbiter export INPUT",
      "arbiter filter INPUT",       "arbiter filter --count INPUT",
      "arbiter import new.db INPUT"};
  return commands;
}

const Words& readers_of_a_database() {
  static const Words commands = {"arbiter find base.db",
                                 "arbiter tree base.db",
                                 "arbiter stats base.db",
                                 "arbiter export base.db",
                                 "arbiter sql base.db 'SELECT 1'",
                                 "arbiter sql --write-internals base.db 'DELETE FROM finding'",
                                 "arbiter show base.db 1",
                                 "arbiter verify base.db",
                                 "arbiter compact base.db",
                                 "arbiter dedup base.db --apply",
                                 "arbiter delete base.db --all --yes",
                                 "arbiter import base.db other.pgn"};
  return commands;
}

std::string reading(const std::string& input, std::string command) {
  return command.replace(command.find("INPUT"), 5, input);
}

constexpr const char* kReason = "standard output is redirected to this file";

}  // namespace

TEST_CASE("no command reads its own output file") {
  Words commands = readers_of_games();
  commands.emplace_back("arbiter repair INPUT");
  commands.emplace_back("arbiter repair --apply -o - INPUT");
  for (const std::string& command : commands) {
    for (const std::string input : {"games.pgn", "./games.pgn", "- < games.pgn"}) {
      const Workbench bench;
      const std::string before = bench.text("games.pgn");
      const ProgramRun run = bench.run(reading(input, command) + " >> games.pgn");
      CAPTURE(command, input, run.output);
      CHECK(run.status == 2);
      CHECK_THAT(run.output, Contains(kReason));
      CHECK_THAT(bench.text("games.pgn"), StartsWith(before) && !Contains("[White \"A\"]\n[Black "
                                                                          "\"B\"]\n[Result"));
    }
  }
}

TEST_CASE("the output file is skipped in a folder, and the others are read") {
  const Workbench bench;
  const std::string alone =
      bench.run("arbiter fmt -q other.pgn games.pgn 2>/dev/null | wc -c").output;
  for (const std::string& command : readers_of_games()) {
    const ProgramRun run = bench.run("timeout 60 " + reading(".", command) + " > all.pgn");
    CAPTURE(command, run.output);
    CHECK(run.status == 2);
    CHECK_THAT(run.output, Contains("arbiter: ./all.pgn: " + std::string(kReason)));
  }
  bench.run("arbiter fmt . > all.pgn");
  CHECK(bench.run("cat all.pgn | wc -c").output == alone);
}

TEST_CASE("no command reads the database that it writes its results to") {
  for (const std::string& command : readers_of_a_database()) {
    const Workbench bench;
    const FolderContent before = bench.content();
    const ProgramRun run = bench.run(command + " >> base.db");
    CAPTURE(command, run.output);
    CHECK(run.status == 2);
    CHECK_THAT(run.output, Contains(kReason));
    CHECK((bench.content() == before));
  }
}

TEST_CASE("pipes and devices in a folder are skipped, and the others are read") {
  const Workbench bench;
  REQUIRE(bench
              .run("mkdir -p many/below; mkfifo many/below/pipe.pgn many/pipe.pgn.gz;"
                   "ln -s /dev/zero many/zero.pgn; cp other.pgn many")
              .status == 0);
  const std::string word = ": not a regular file; skipped\n";
  for (const std::string& command : readers_of_games()) {
    const ProgramRun run = bench.run("timeout 60 " + reading("many", command) + " 2>&1");
    CAPTURE(command, run.output);
    CHECK(run.status == 2);
    for (const std::string file : {"below/pipe.pgn", "pipe.pgn.gz", "zero.pgn"}) {
      CHECK_THAT(run.output, Contains("arbiter: many/" + file + word));
    }
  }
  CHECK_THAT(bench.run("arbiter fmt -q many").output, Contains("1. c4 *"));
  // A pipe is read if it is named.
  CHECK_THAT(bench.run("cat other.pgn > many/pipe.pgn.gz & arbiter fmt -q many/pipe.pgn.gz").output,
             Contains("1. c4 *"));
}
