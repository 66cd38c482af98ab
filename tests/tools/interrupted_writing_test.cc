// Tests every command that writes files: on a full disk, when killed, and concurrently with other
// programs.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/skip.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// Returns the commands that read games from a pipe.
const Words& readers_of_a_pipe() {
  static const Words commands = {"arbiter fmt pipe -o out.pgn", "arbiter export pipe -o out.pgn",
                                 "arbiter fmt pipe -o out.pgn.gz",
                                 "arbiter repair --apply pipe -o out.pgn"};
  return commands;
}

// A bench with old outputs, a pipe, and games for a file of about 150 kB.
class LargeBench : public Workbench {
 public:
  LargeBench() {
    std::string games;
    for (int i = 0; i < 1000; ++i) {
      games += "[White \"" + std::to_string(i) + "\"]\n\n1.d4 d5 2.c4 e6 3.Nc3 Nf6 4.Bf4 Be7 " +
               "5.Bxf6 Bxf6 *\n\n";
    }
    write("large.pgn", games);
    write("out.pgn", "the old games\n");
    write("out.pgn.gz", "the old games\n");
    REQUIRE(run("mkfifo pipe").status == 0);
  }

  void import_large() const { REQUIRE(run("arbiter import -q large.db large.pgn").status == 1); }
};

// Returns a shell line that runs `meanwhile` while the writer waits for input. Then the input ends,
// and "status N" is printed.
std::string line_of(const std::string& command, const std::string& meanwhile) {
  return command + " & exec 3> pipe; cat games.pgn >&3; " + meanwhile +
         "; exec 3>&-; wait $!; echo status $?";
}

}  // namespace

TEST_CASE("changes by others to a file while it is rewritten are kept") {
  struct Change {
    std::string made_by;
    std::string left;  // expected state of the file
  };
  const Change change =
      GENERATE(as<Change>{}, Change{"echo more >> OUT", "the old games\nmore\n"},
               Change{"echo new > new; mv new OUT", "new\n"}, Change{"rm OUT", ""},
               Change{"sleep 0.02; printf 'the new games\\n' > OUT", "the new games\n"});
  for (const std::string& command : readers_of_a_pipe()) {
    const LargeBench bench;
    const std::string out = command.find(".gz") == std::string::npos ? "out.pgn" : "out.pgn.gz";
    std::string made_by = change.made_by;
    for (std::size_t at = 0; (at = made_by.find("OUT")) != std::string::npos;) {
      made_by.replace(at, 3, out);
    }
    const ProgramRun run = bench.run(line_of(command, made_by));
    CAPTURE(command, change.made_by, run.output);
    CHECK_THAT(run.output, Contains("arbiter: ") && Contains(out + ": ") &&
                               Contains("another program has changed it"));
    CHECK_THAT(run.output, Contains("status 2\n"));
    CHECK(fs::exists(bench.path(out)) == !change.left.empty());
    if (!change.left.empty()) CHECK(bench.text(out) == change.left);
  }
}

TEST_CASE("a file created by others while one of that name is written is kept") {
  for (const std::string command :
       {"arbiter fmt pipe -o fresh.pgn", "arbiter export pipe -o fresh.pgn"}) {
    const LargeBench bench;
    const ProgramRun run = bench.run(line_of(command, "echo theirs > fresh.pgn"));
    CAPTURE(command, run.output);
    CHECK_THAT(run.output, Contains("status 2\n"));
    CHECK(bench.text("fresh.pgn") == "theirs\n");
  }
}

TEST_CASE("a signal leaves all files as they were") {
  const std::string signal = GENERATE(as<std::string>{}, "HUP", "INT", "TERM", "KILL");
  for (const std::string& command : readers_of_a_pipe()) {
    const LargeBench bench;
    const FolderContent before = bench.content();
    // Bash ignores SIGINT in the background, except with job control.
    const ProgramRun run = bench.run("set -m; " + line_of(command, "kill -" + signal + " %1"));
    CAPTURE(command, signal, run.output);
    CHECK_THAT(run.output, Contains("status 1"));  // 128 + signal number
    CHECK((bench.content() == before));
  }
}

TEST_CASE("a signal leaves all files as they were if temporary files have names") {
  const Workbench probe;
  if (probe.run("unshare -m true").status != 0) SKIP_TEST("only root may hide /proc");
  const std::string signal = GENERATE(as<std::string>{}, "HUP", "INT", "TERM");
  for (const std::string& command : readers_of_a_pipe()) {
    const LargeBench bench;
    const FolderContent before = bench.content();
    // An unnamed file is linked through /proc.
    const ProgramRun run = bench.run("unshare -m bash -c 'mount -t tmpfs none /proc; set -m; " +
                                     line_of(command, "ls *.tmp; kill -" + signal + " %1") + "'");
    CAPTURE(command, signal, run.output);
    CHECK_THAT(run.output, Contains(".tmp\n") && Contains("status 1"));
    CHECK((bench.content() == before));
  }
}

TEST_CASE("a file beyond the size limit leaves the old one, with a reason") {
  const Words commands = {
      "arbiter fmt large.pgn -o out.pgn",   "arbiter fmt --in-place large.pgn",
      "arbiter export large.db -o out.pgn", "arbiter export large.pgn -o out.pgn",
      "arbiter repair --apply large.pgn",   "arbiter repair --apply large.pgn -o out.pgn"};
  for (const std::string& command : commands) {
    const LargeBench bench;
    bench.import_large();
    const FolderContent before = bench.content();
    const ProgramRun run = bench.run("ulimit -f 64; " + command + " > /dev/null");
    CAPTURE(command, run.output);
    CHECK(run.status == 2);
    CHECK_THAT(run.output, Contains("file too large"));
    CHECK((bench.content() == before));
  }
  const LargeBench bench;
  const ProgramRun run = bench.run("ulimit -f 8; arbiter fmt -q large.pgn > cut.pgn");
  CHECK(run.status == 2);
  CHECK(run.output == "arbiter: standard output: file too large\n");
}

TEST_CASE("a database beyond the size limit keeps its games, with a reason") {
  const Words commands = {"arbiter import large.db other.pgn large.pgn games.pgn",
                          "cat large.pgn large.pgn large.pgn other.pgn > more.pgn; "
                          "ulimit -f $(($(stat -c %s large.db) / 1024)); "
                          "arbiter import large.db more.pgn",
                          "arbiter delete large.db --all --yes",
                          "arbiter dedup large.db --apply",
                          "arbiter compact large.db --rebuild",
                          "arbiter sql large.db --write-internals \"UPDATE game SET round = 'x'\""};
  for (const std::string& command : commands) {
    const LargeBench bench;
    bench.import_large();
    const std::string games = bench.run("arbiter export -q large.db").output;
    const ProgramRun run =
        bench.run((command[0] == 'a' ? "ulimit -f 8; " : "") + command + " > /dev/null");
    CAPTURE(command, run.output);
    CHECK(run.status == 2);
    CHECK_THAT(run.output, Contains("arbiter: "));
    CHECK(bench.run("arbiter verify large.db").status == 0);
    CHECK((bench.run("arbiter export -q large.db").output == games));
  }
}

TEST_CASE("a full disk leaves the old file, with a reason") {
  const Workbench probe;
  if (probe.run("unshare -m true").status != 0) SKIP_TEST("only root may have a small disk");
  const Words commands = {"arbiter fmt ../large.pgn -o out.pgn",
                          "arbiter export ../large.db -o out.pgn",
                          "arbiter repair --apply ../large.pgn -o out.pgn"};
  for (const std::string& command : commands) {
    const LargeBench bench;
    bench.import_large();
    const ProgramRun run = bench.run(
        "mkdir disk; unshare -m bash -c 'mount -t tmpfs -o size=64k none disk && cd disk && "
        "echo old > out.pgn && " +
        command + " > /dev/null; echo status $?; ls -A; cat out.pgn'");
    CAPTURE(command);
    CHECK_THAT(run.output, Contains("out.pgn: no space left on device\nstatus 2\nout.pgn\nold\n"));
  }
}

TEST_CASE("the first Ctrl-C ends an import that waits for input, and keeps the games so far") {
  const std::string input = GENERATE(as<std::string>{}, "pipe", "- < pipe");
  const LargeBench bench;
  // Uses job control, because bash would ignore SIGINT for a background command.
  const ProgramRun run = bench.run(
      "set -m; timeout --foreground -s KILL 60 arbiter import -q new.db games.pgn " + input +
      " & exec 3> pipe; until [ -s new.db ]; do sleep 0.05; done; sleep 0.2; "
      "kill -INT $!; wait $!; echo status $?; arbiter find new.db --count 2> /dev/null");
  CAPTURE(input, run.output);
  CHECK_THAT(run.output, Contains("import: interrupted; 2 new games are in new.db"));
  CHECK_THAT(run.output, Contains("status 130\n2\n"));
}
