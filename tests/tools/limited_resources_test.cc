// Tests limited resources: too little memory, too few descriptors, a full disk. Each error names
// its cause.
#include <catch2/catch.hpp>
#include <string>

#include "tests/support/skip.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

TEST_CASE("out of memory, commands with a memory limit name its option") {
#ifdef __SANITIZE_ADDRESS__
  SKIP_TEST("the address sanitizer needs more memory");
#endif
  const Workbench bench;
  std::string games;
  while (games.size() < 20'000'000) games += bench.text("games.pgn");
  bench.write("large.pgn", games);
  for (const std::string command : {"import -q new.db large.pgn", "find large.pgn"}) {
    const ProgramRun run = bench.run("ulimit -v 100000; arbiter " + command + " 2>&1 > /dev/null");
    CAPTURE(command);
    CHECK(run.status == 2);
    CHECK_THAT(run.output, Contains("out of memory; set a lower limit, such as --memory 128M"));
  }
}

TEST_CASE("too many open files are named as the cause") {
  const Workbench bench;
  int refusals = 0;
  for (int limit = 6; limit < 16; ++limit) {
    const ProgramRun run = bench.run("ulimit -n " + std::to_string(limit) +
                                     "; arbiter import -q new.db other.pgn; echo status $?");
    CAPTURE(limit, run.output);
    bench.run("rm -f new.db*");
    // The test's own descriptors leave too few for the program's loader.
    if (run.output.find("loading shared libraries") != std::string::npos) continue;
    CHECK_THAT(run.output, !Contains("writable"));
    if (run.output == "status 0\n") continue;
    CHECK_THAT(run.output, Contains("too many open files"));
    ++refusals;
  }
  CHECK(refusals > 0);
}

TEST_CASE("a full disk leaves no new database that was not completed") {
  const Workbench bench;
  if (bench.run("unshare -m true").status != 0) SKIP_TEST("only root may have a small disk");
  for (const std::string size : {"4k", "16k", "40k", "80k", "240k", "400k", "500k", "600k"}) {
    const ProgramRun run = bench.run(
        "mkdir -p disk; unshare -m bash -c 'mount -t tmpfs -o size=" + size +
        " none disk; cd disk; arbiter import -q new.db ../games.pgn; echo status $?; ls -A'");
    CAPTURE(size, run.output);
    CHECK(run.output.ends_with("status 2\n"));
  }
}

namespace {

// Fills the disk of the current folder to the last byte and inode.
constexpr const char* kFillDisk =
    "cat /dev/zero > filler 2> /dev/null; cat /dev/zero > filler2 2> /dev/null\n";

// Runs the script on a separate small disk, with base.db as games.db.
ProgramRun run_on_small_disk(const Workbench& bench, const std::string& script) {
  bench.write(
      "script.sh",
      "mount -t tmpfs -o size=4M none disk && cd disk && cp ../base.db games.db\n" + script);
  return bench.run("mkdir -p disk; unshare -m bash script.sh");
}

}  // namespace

TEST_CASE("a database on a full disk is read, and nothing is left next to it") {
  const Workbench bench;
  if (bench.run("unshare -m true").status != 0) SKIP_TEST("only root may have a small disk");
  const std::string command =
      GENERATE(as<std::string>{}, "find games.db --limit 3", "find games.db --where 'plies > 3'",
               "tree games.db", "stats games.db", "stats games.db --by player", "verify games.db",
               "export games.db -o ../exported.pgn && cat ../exported.pgn", "export games.db",
               "sources games.db", "sql games.db 'SELECT count(*) FROM games'");
  const std::string run_it = "(arbiter " + command + "; echo status $?) 2> ../errors > ";
  const ProgramRun run = run_on_small_disk(
      bench, run_it + "../before\n" + kFillDisk + run_it + "../full; ls -A\nrm filler*\n" + run_it +
                 "../after; ls -A\narbiter import -q games.db ../other.pgn\necho status $?\n"
                 "arbiter verify games.db > /dev/null\necho status $?; ls -A\n");
  CAPTURE(command, run.errors, bench.text("errors"));
  // A text in base.db could not be read as moves, so its export returns 1.
  const std::string status = command.starts_with("export") ? "status 1\n" : "status 0\n";
  CHECK_THAT(bench.text("before"), Contains(status));
  CHECK(bench.text("full") == bench.text("before"));
  CHECK(bench.text("after") == bench.text("before"));
  CHECK(run.output == "filler\nfiller2\ngames.db\ngames.db\nstatus 0\nstatus 0\ngames.db\n");
}

TEST_CASE("changes in a log that a full disk makes unreadable are never ignored") {
  const Workbench bench;
  if (bench.run("unshare -m true").status != 0) SKIP_TEST("only root may have a small disk");
  const ProgramRun run = run_on_small_disk(
      bench, "echo changes > games.db-wal\n" + std::string(kFillDisk) +
                 "arbiter find games.db --count 2>&1; echo status $?; ls -A; cat games.db-wal");
  CHECK_THAT(run.output,
             Contains("games.db: the disk is full, and its log has changes") &&
                 EndsWith("status 2\nfiller\nfiller2\ngames.db\ngames.db-wal\nchanges\n"));
}
