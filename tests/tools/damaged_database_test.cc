// Tests databases whose pages do not match their checksums, because of another program or damage.
#include <sqlite3.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "db/sqlite/file/connection.h"
#include "tests/tools/workbench.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;

// Runs SQL like any program that uses SQLite's library, without our layer.
void run_elsewhere(const std::string& path, const char* sql) {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &handle) == SQLITE_OK);
  CHECK(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(handle);
}

// Returns games with comments, and with a tag that has no column in the database.
std::string many_games() {
  std::string games;
  for (int i = 0; i < 1500; ++i) {
    const std::string number = std::to_string(i);
    games += "[Event \"" + number + "\"]\n[White \"Somebody, " +
             std::string(20, static_cast<char>('a' + i % 26)) + number + "\"]\n[Annotator \"" +
             number + "\"]\n[Result \"1-0\"]\n\n" + "1. d4 {first " + number +
             "} d5 2. c4 e6 3. Nc3 Nf6 4. Bf4 Be7 5. e3 O-O 1-0\n\n";
  }
  return games;
}

class Bench : public Workbench {
 public:
  Bench() {
    write("many.pgn", many_games());
    REQUIRE(run("arbiter import -q many.db many.pgn").status == 0);
    before = run("arbiter export -q many.db").output;
  }

  ProgramRun arbiter(const std::string& line) const { return run("arbiter " + line + " 2>&1"); }

  std::string before;  // output with all games
};

// Leaves a log, which another program then checkpoints.
void checkpoint_elsewhere(const Bench& bench) {
  {
    const auto writer = Connection::open(bench.path("many.db"), Access::Write);
    (*writer)->execute("INSERT INTO meta VALUES ('x', 1)");
    for (const std::string ending : {"", "-wal"}) {
      bench.write("copy" + ending, bench.text("many.db" + ending));
    }
  }
  bench.run("rm many.db*; mv copy many.db; mv copy-wal many.db-wal");
  run_elsewhere(bench.path("many.db"), "PRAGMA wal_checkpoint");
}

TEST_CASE("checksums of pages written by another program are renewed after verification") {
  const Bench bench;
  const std::string path = bench.path("many.db");
  const std::string how = GENERATE(
      "VACUUM", "UPDATE game SET round = 12345; UPDATE game SET round = NULL", "log", "page 1");
  CAPTURE(how);
  if (how == "log") {
    checkpoint_elsewhere(bench);
  } else {
    run_elsewhere(path, how == "page 1" ? "PRAGMA journal_mode = DELETE" : how.c_str());
  }
  const ProgramRun damaged = bench.arbiter("export -q many.db");
  CHECK(damaged.status == 2);
  CHECK((damaged.output.find("does not match its checksum") != std::string::npos));
  const ProgramRun verify = bench.arbiter("verify many.db");
  CHECK(verify.status == 1);
  CHECK_THAT(verify.output, Contains("does not match its checksum") &&
                                Contains("run `arbiter upgrade --checksums` to renew them"));
  const ProgramRun renewed = bench.arbiter("upgrade --checksums many.db");
  CAPTURE(renewed.output);
  CHECK(renewed.status == 0);
  CHECK_THAT(renewed.output, Contains("renewed, after everything was verified"));
  CHECK(bench.arbiter("verify many.db").status == 0);
  CHECK(bench.arbiter("export -q many.db").output == bench.before);
  CHECK_THAT(bench.arbiter("upgrade --checksums many.db").output, Contains("0 checksums renewed"));
  CHECK(bench.arbiter("delete many.db --id 3").status == 0);
}

TEST_CASE("no checksum is renewed if anything else is wrong") {
  const Bench bench;
  run_elsewhere(bench.path("many.db"), "UPDATE game SET round = '99' WHERE id = 700");
  CHECK_THAT(bench.arbiter("verify many.db").output, Contains("contain 1 problem."));
  const std::string bytes = bench.text("many.db");
  const ProgramRun refused = bench.arbiter("upgrade --checksums many.db");
  CHECK(refused.status == 1);
  CHECK_THAT(refused.output, Contains("a round or a place") && Contains("no checksum was renewed"));
  CHECK((bench.text("many.db") == bytes));
}

// Changes a byte of the n-th leaf page of a table.
void damage(const Bench& bench, const std::string& table, int leaf) {
  std::int64_t page = 0;
  {
    const auto file = Connection::open(bench.path("many.db"), Access::Read);
    page = (*file)->integer("SELECT pageno FROM dbstat WHERE name = '" + table +
                            "' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET " +
                            std::to_string(leaf));
  }
  std::fstream file(bench.path("many.db"), std::ios::binary | std::ios::in | std::ios::out);
  file.seekp((page - 1) * 16384 + 12'000);
  file << '\xee';
}

TEST_CASE("findings are not judged by games that damage hides") {
  const Bench bench;
  REQUIRE(bench.arbiter("sql many.db 'SELECT count(*) > 1000 FROM findings'").output.find("1") !=
          std::string::npos);
  damage(bench, "game", 0);
  const ProgramRun verify = bench.arbiter("verify many.db");
  CHECK(verify.status == 1);
  CHECK_THAT(verify.output, Contains("does not match its checksum") && !Contains("does not exist"));
}

std::size_t games_in(const std::string& pgn) {
  std::size_t games = 0;
  for (std::size_t at = 0; (at = pgn.find("[Event ", at)) != std::string::npos; ++at) ++games;
  return games;
}

TEST_CASE("readable parts of a damaged database are recovered, and losses are reported") {
  struct Damage {
    std::string table;
    std::string message;  // empty if nothing is lost
  };
  const Damage what =
      GENERATE(Damage{"game", "have lost everything"}, Damage{"player", "have lost names"},
               Damage{"game_text", "have lost other tags, comments and variations"},
               Damage{"posting_block", ""}, Damage{"fact", ""});
  const Bench bench;
  CAPTURE(what.table);
  damage(bench, what.table, 0);
  const ProgramRun run = bench.run("arbiter export --recover many.db 2> errors");
  const std::string errors = bench.text("errors");
  CAPTURE(errors);
  CHECK(run.status == (what.message.empty() ? 0 : 1));
  CHECK_THAT(errors, Contains(what.message) && Contains("recovered"));
  CHECK((run.output == bench.before) == what.message.empty());
  const bool is_lost = what.table == "game";
  CHECK((games_in(run.output) == 1500) == !is_lost);
  CHECK(games_in(run.output) >= 1000);
  if (is_lost) CHECK_THAT(bench.before, Contains(run.output.substr(run.output.size() - 50'000)));
  bench.write("recovered.pgn", run.output);
  CHECK(bench.arbiter("import -q new.db recovered.pgn").status == 0);
  CHECK(bench.arbiter("verify new.db").status == 0);
}

TEST_CASE("a recovery is of one database, and of all its games") {
  const Bench bench;
  for (const std::string arguments : {"many.db base.db", "many.pgn", "many.db --white Falk"}) {
    CHECK(bench.arbiter("export --recover " + arguments).status == 2);
  }
}

}  // namespace
}  // namespace arbiter::testing
