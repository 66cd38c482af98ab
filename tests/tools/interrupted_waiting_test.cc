// Tests that signals end every command that waits for input or for a lock.
#include <catch2/catch.hpp>
#include <string>

#include "db/sqlite/file/connection.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

namespace {

// Prints "status N" after the command receives the signal, or 137 if it continues.
std::string ended_by(const std::string& signal, const std::string& command) {
  // With job control, bash does not ignore SIGINT for background commands.
  return "set -m; timeout --foreground -s KILL 20 bash -c 'echo $$ > id; exec " + command +
         "' & until [ -s id ]; do sleep 0.01; done; sleep 0.3; kill -" + signal +
         " $(cat id); wait $!; echo status $?";
}

std::string status_text(const std::string& signal) {
  if (signal == "HUP") return "status 129\n";
  return signal == "INT" ? "status 130\n" : "status 143\n";
}

}  // namespace

TEST_CASE("signals end commands that wait for a pipe") {
  const std::string signal = GENERATE(as<std::string>{}, "TERM", "INT");
  for (const std::string command : {"import -q new.db", "import -q base.db", "validate", "fmt",
                                    "fmt -o out.pgn", "repair", "filter", "find", "stats", "tree",
                                    "export", "standings", "report", "novelty --against base.db"}) {
    const Workbench bench;
    // No program opens the first pipe; a writer without data keeps the second pipe open.
    bench.run("mkfifo closed open");
    const std::string line = "arbiter " + command;
    const ProgramRun opening = bench.run(ended_by(signal, line + " closed"));
    CAPTURE(command, signal, opening.output);
    CHECK_THAT(opening.output, Contains(status_text(signal)));
    const ProgramRun reading =
        bench.run("exec 9<> open; rm -f id; " + ended_by(signal, line + " open"));
    CAPTURE(reading.output);
    CHECK_THAT(reading.output, Contains(status_text(signal)));
  }
}

TEST_CASE("signals end commands in the middle of their work") {
  const std::string signal = GENERATE(as<std::string>{}, "TERM", "INT");
  for (const std::string command :
       {"perft 9", "import -q new.db endless", "validate -q endless", "filter -q endless",
        "sql base.db \"WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM c) SELECT "
        "count(*) FROM c\""}) {
    const Workbench bench;
    const ProgramRun run =
        bench.run("mkfifo endless; yes '1. e4 *' > endless 2> /dev/null & writer=$!; " +
                  ended_by(signal, "arbiter " + command + " > /dev/null") +
                  "; kill $writer 2> /dev/null; exit 0");
    CAPTURE(command, signal, run.output);
    CHECK_THAT(run.output, Contains(status_text(signal)));
  }
}

TEST_CASE("signals leave no log next to a database") {
  const std::string endless =
      "WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM c) SELECT x FROM c WHERE x < "
      "0";
  const std::string signal = GENERATE("TERM", "INT", "HUP");
  for (const std::string& command : {"sql base.db \"" + endless + "\"",
                                     "sql base.db --write \"CREATE TABLE t AS " + endless + "\"",
                                     std::string("novelty open --against base.db")}) {
    const Workbench bench;
    bench.run("mkfifo open");
    FolderContent before = bench.content();
    const ProgramRun run = bench.run("exec 9<> open; " + ended_by(signal, "arbiter " + command));
    CAPTURE(command, signal);
    CHECK_THAT(run.output, Contains(status_text(signal)) && !Contains("games read"));
    bench.run("rm id");
    CHECK((bench.content() == before));
  }
}

TEST_CASE("a closed pipe leaves no log next to a database") {
  const Workbench bench;
  const std::string endless =
      "WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM c) SELECT x FROM c";
  const ProgramRun run = bench.run("arbiter sql base.db --format csv \"" + endless +
                                   "\" | head -2; echo status ${PIPESTATUS[0]}; ls base.db*");
  CHECK(run.output == "x\r\n1\r\nstatus 141\nbase.db\n");
}

TEST_CASE("signals end an import that waits for the lock of a database") {
  const std::string signal = GENERATE(as<std::string>{}, "TERM", "INT");
  const Workbench bench;
  const auto writer =
      arbiter::sqlite::Connection::open(bench.path("base.db"), arbiter::Access::Write);
  REQUIRE(writer);
  const arbiter::sqlite::Transaction transaction(**writer);
  const ProgramRun run =
      bench.run(ended_by(signal, "arbiter import -q base.db other.pgn") + "; echo $SECONDS s");
  CAPTURE(run.output);
  CHECK_THAT(run.output, Contains(status_text(signal)));
  CHECK_THAT(run.output, !Contains("another program"));
}
