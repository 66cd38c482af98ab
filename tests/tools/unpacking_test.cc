// Tests temporary files: their folder, and the maximum size of unpacked archives.
#include <catch2/catch.hpp>
#include <string>

#include "tests/io/packing.h"
#include "tests/support/skip.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

namespace {

// A bench with the archive games.zip.
class ArchiveBench : public Workbench {
 public:
  ArchiveBench() { write("games.zip", pack("zip", {{"games.pgn", text("games.pgn")}})); }
};

}  // namespace

TEST_CASE("an archive from a pipe is copied up to --max-unpacked") {
  const ArchiveBench bench;
  const std::string read = "(cat games.zip; head -c 3M /dev/zero) | arbiter ";
  for (const std::string command : {"validate", "fmt", "filter", "repair", "import new.db", "find",
                                    "stats", "tree", "export", "standings"}) {
    const ProgramRun run =
        bench.run(read + command + " --max-unpacked 2M - 2>&1 > /dev/null; echo ${PIPESTATUS[1]}");
    CAPTURE(command, run.output);
    CHECK_THAT(run.output,
               Contains("the unpacked archive exceeds 2 MB, the limit of --max-unpacked"));
    CHECK_THAT(run.output, Contains("\n2\n"));
  }
  CHECK_THAT(bench.run("arbiter fmt -q --max-unpacked 1k games.zip").output, Contains("1. "));
  CHECK_THAT(bench.run("cat games.zip | arbiter fmt -q --max-unpacked 1M").output, Contains("1. "));
}

TEST_CASE("an archive in a compressed file is copied up to a ratio of their sizes") {
  const ArchiveBench bench;
  bench.run("(cat games.zip; head -c 100M /dev/zero) | gzip -1 > bomb.gz");
  const ProgramRun run = bench.run("arbiter validate bomb.gz");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("bomb.gz: the unpacked archive exceeds 64 MB and 32 times its "
                                  "compressed size; use --max-unpacked SIZE to allow more"));
  bench.write("bomb.tar", pack("tar", {{"inner.gz", bench.text("bomb.gz")},
                                       {"last.pgn", bench.text("games.pgn")}}));
  const ProgramRun inner = bench.run("arbiter fmt -q bomb.tar");
  CHECK(inner.status == 2);
  CHECK_THAT(inner.output, Contains("bomb.tar:inner.gz: the unpacked archive exceeds 64 MB"));
  CHECK_THAT(inner.output, Contains("1. "));
}

TEST_CASE("the copy of an archive leaves some disk space free") {
  const ArchiveBench bench;
  if (bench.run("unshare -m true").status != 0) SKIP_TEST("only root may have a small disk");
  const ProgramRun run = bench.run(
      "mkdir disk; unshare -m bash -c 'mount -t tmpfs -o size=40M none disk; (cat games.zip; "
      "head -c 50M /dev/urandom) | TMPDIR=disk arbiter validate --max-unpacked 1G'");
  CHECK(run.status == 2);
  CHECK_THAT(run.output, Contains("would leave less than 2 MB of disk space in disk; free some "
                                  "space, or set TMPDIR to another folder"));
}

TEST_CASE("temporary files are in TMPDIR, which messages name") {
  const ArchiveBench bench;
  const std::string command =
      GENERATE(as<std::string>{}, "cat games.zip | arbiter fmt -q",
               "arbiter filter -q --split tag:White -o 'out-{}.pgn' games.pgn",
               "arbiter export -q --format parquet --positions -o p.parquet base.db");
  CAPTURE(command);
  CHECK(bench.run("export TMPDIR=$PWD; " + command).status <= 1);
  const ProgramRun run = bench.run("export TMPDIR=$PWD/missing; " + command);
  CHECK(run.status == 2);
  CHECK_THAT(run.output,
             Contains("cannot create a temporary file in ") &&
                 Contains("/missing: no such file or directory; TMPDIR sets the folder"));
}
