// Too little memory, too few descriptors, a full disk: each failure names its cause.
#include <catch2/catch.hpp>
#include <string>

#include "tests/support/skip.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

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
    // The test's own descriptors leave the loader of the program too few.
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
