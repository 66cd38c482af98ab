// arbiter import as a shell sees it.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/support/testdata.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

const std::string kTournament = "testdata/tournament.pgn";

// The path of a database that is not there.
std::string new_database() {
  const std::filesystem::path path = scratch_folder() / "import_test.db";
  for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(path.string() + ending);
  return path.string();
}

json report_of(const ProgramRun& run) {
  CAPTURE(run.output, run.errors);
  REQUIRE(!run.output.empty());
  return json::parse(run.output);
}

}  // namespace

TEST_CASE("an import counts what validate counts") {
  const ProgramRun import =
      run_arbiter({"import", "--format", "json", new_database(), kTournament});
  CHECK(import.status == 0);
  const json report = report_of(import);
  const json judge = json::parse(
      lines_of(run_arbiter({"validate", "--format", "json", kTournament}).output).back());
  CHECK(report["games"] == judge["games"]);
  CHECK(report["plies"] == judge["plies"]);
  CHECK(report["bytes"] == judge["bytes"]);
  CHECK(report["findings"] == judge["counts"]);
  CHECK(report["stopped"] == false);
}

TEST_CASE("the exit status tells how an import went") {
  const std::string database = new_database();
  const ProgramRun stopped = run_arbiter({"import", "--illegal", "stop", database, kTournament});
  CHECK(stopped.status == 1);
  CHECK_THAT(stopped.errors, Contains(kTournament + ":") && Contains("stopped before"));
  const ProgramRun missing = run_arbiter({"import", database, "none.pgn", kTournament});
  CHECK(missing.status == 2);
  CHECK_THAT(missing.errors, Contains("none.pgn: no such file or directory"));
  CHECK_THAT(missing.output, Contains(" added to "));
  const ProgramRun again = run_arbiter({"import", database, kTournament});
  CHECK(again.status == 0);
  CHECK_THAT(again.output, Contains("nothing new"));
  CHECK(run_arbiter({"import", "--quiet", database, kTournament}).output.empty());
}

TEST_CASE("no database is made for a file that is not there") {
  const std::string database = new_database();
  CHECK(run_arbiter({"import", database, "none.pgn"}).status == 2);
  CHECK(!std::filesystem::exists(database));
}

TEST_CASE("a file that is no database is left alone") {
  const std::string path = write_scratch("import_test.pgn", "1. e4 e5 *\n");
  const ProgramRun run = run_arbiter({"import", path, kTournament});
  CHECK(run.status == 2);
  CHECK_THAT(run.errors, Contains(path + ": "));
  CHECK(read_text(path) == "1. e4 e5 *\n");
}

TEST_CASE("how deep a database is indexed is settled when it is made") {
  const std::string database = new_database();
  CHECK(run_arbiter({"import", "--index-plies", "20", database, kTournament}).status == 0);
  CHECK(run_arbiter({"import", "--index-plies", "20", database, kTournament}).status == 0);
  const ProgramRun other = run_arbiter({"import", "--index-plies", "30", database, kTournament});
  CHECK(other.status == 2);
  CHECK_THAT(other.errors, Contains("up to ply 20"));
}

TEST_CASE("games come from standard input every time") {
  const std::string database = new_database();
  for (const std::uint64_t all : {1U, 2U}) {
    CAPTURE(all);
    const ProgramRun run =
        run_arbiter({"import", "--format", "json", database}, "1. e4 e5 2. Nf3 *\n");
    CHECK(run.status == 0);
    CHECK(report_of(run)["games"] == 1);
  }
}

TEST_CASE("an interrupted import says how to go on, and goes on") {
  const std::string database = new_database();
  // Standard input stays open behind the first chunks, so the signal comes while games are read.
  const ProgramRun run = run_shell(
      "games() { for i in {1..400}; do cat " + kTournament + "; echo; done; }; mkfifo \"" +
      database + ".pipe\"; arbiter import --no-progress " + database + " - < \"" + database +
      ".pipe\" & exec 3> \"" + database +
      ".pipe\"; games >&3; kill -INT $!; games >&3; exec 3>&-; wait $!; echo \"status $?\"; rm \"" +
      database + ".pipe\"");
  CHECK_THAT(run.output, Contains("interrupted; ") && Contains("goes on from there"));
  CHECK_THAT(run.output, Contains("status 2"));
}

TEST_CASE("amounts of memory are understood or refused") {
  const std::string database = new_database();
  for (const char* size : {"64M", "100000k", "1G", "2GB", "512mb"}) {
    CAPTURE(size);
    CHECK(run_arbiter({"import", "--memory", size, database, kTournament}).status == 0);
  }
  for (const char* size : {"", "512", "M", "1T", "-5M", "63M", "99999999999999G", "1.5G"}) {
    CAPTURE(size);
    CHECK(run_arbiter({"import", "--memory", size, database, kTournament}).status == 2);
  }
}
