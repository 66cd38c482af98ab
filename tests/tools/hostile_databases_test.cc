// Tests databases with a field that no import would write. No command crashes, hangs or uses much
// memory, and `verify` reports the field.
//
// ARBITER_HOSTILE=1000 sets the number of such files (default: a handful).
#include <fmt/format.h>
#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>

#include "db/sqlite/file/connection.h"
#include "lib/base/result.h"
#include "tests/support/testdata.h"
#include "tests/tools/workbench.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;

std::size_t files() {
  const char* text = std::getenv("ARBITER_HOSTILE");
  return text == nullptr ? 8 : std::strtoul(text, nullptr, 10);
}

constexpr long kMaxKilobytes = 300'000;

struct Field {
  std::string_view table, column;
};

// Columns in which `arbiter verify` detects every change.
constexpr Field kFields[] = {
    {"game", "id"},
    {"game", "white"},
    {"game", "black"},
    {"game", "event"},
    {"game", "site"},
    {"game", "date"},
    {"game", "white_elo"},
    {"game", "black_elo"},
    {"game", "eco"},
    {"game", "result"},
    {"game", "plies"},
    {"game", "ending"},
    {"game", "flags"},
    {"game", "start"},
    {"game", "source"},
    {"game", "offset"},
    {"game", "line"},
    {"game", "moves"},
    {"game", "opening"},
    {"opening", "id"},
    {"opening", "eco"},
    {"player", "id"},
    {"player", "folded"},
    {"event", "id"},
    {"site", "id"},
    {"game", "round"},
    {"source", "id"},
    {"source", "done_offset"},
    {"source", "done_lines"},
    {"source", "done_games"},
    {"source", "fingerprint"},
    {"source", "is_finished"},
    {"source", "is_forgotten"},
    {"game_text", "games"},
    {"game_text", "data"},
    {"game_text", "first_game"},
    {"finding", "game"},
    {"finding", "ply"},
    {"finding", "kind"},
    {"finding_kind", "id"},
    {"finding_kind", "severity"},
    {"fact", "id"},
    {"fact", "data"},
    {"segment", "id"},
    {"segment", "level"},
    {"segment", "first_game"},
    {"segment", "games"},
    {"segment", "sums"},
    {"segment", "is_subtracted"},
    {"segment", "merge"},
    {"segment", "postings"},
    {"segment", "bucket_bits"},
    {"segment", "game_bytes"},
    {"segment", "checksum"},
    {"posting_block", "id"},
    {"posting_block", "data"},
};

constexpr std::string_view kValues[] = {
    "-1",
    "-9223372036854775808",
    "9223372036854775807",
    "4294967295",
    "4294967300",
    "2147483647",
    "5000000",
    "100000000",
    "10000000000",
    "16777216",
    "'text'",
    "x'00'",
    "zeroblob(200000)",
};

constexpr std::string_view kSchemas[] = {
    "CREATE TRIGGER t BEFORE UPDATE ON game BEGIN DELETE FROM game; END",
    "CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT * FROM n",
    "CREATE TABLE x (a)",
    "CREATE INDEX i ON game (moves)",
    "DROP VIEW games; CREATE VIEW games AS SELECT 1 AS id",
    "DROP TABLE fact; CREATE VIEW fact AS SELECT 1 AS id, x'' AS data",
    "DROP TABLE game; CREATE TABLE game (id, white)",
    "DROP TABLE segment",
};

constexpr std::string_view kReading[] = {
    "find DB --count",
    "find DB --limit 20 --sort -elo,white",
    "find DB --moves '1. e4' --limit 5",
    "find DB --player Falk --format json",
    "find DB --finding pinned --round 1",
    "find DB --material KQk",
    "tree DB",
    "tree DB --moves '1. e4 e5' --player Falk",
    "stats DB",
    "stats DB --by player",
    "stats DB --by ending",
    "export DB",
    "show DB 3",
    "dedup DB",
    "sources DB",
    "sql DB 'SELECT * FROM games; SELECT * FROM findings'",
    "verify DB",
};
constexpr std::string_view kWriting[] = {
    "delete DB --id 2 --id 4",  "import DB other.pgn --duplicates skip",
    "import DB tournament.pgn", "compact DB",
    "compact DB --rebuild",     "upgrade DB --clean",
    "delete DB --result 1-0",   "sources DB --forget 1 --yes",
    "find DB --count",
};

// A string that changes with every row and every table.
constexpr std::string_view kState =
    "SELECT total_changes() + 1000000 * schema_version FROM pragma_schema_version";

class Attack {
 public:
  Attack() {
    bench_.write("tournament.pgn", read_text((repository() / "testdata/tournament.pgn").string()));
    REQUIRE(bench_.run("arbiter import -q games.db tournament.pgn").status == 1);
    database_ = bench_.text("games.db");
  }

  // Changes the file through our own layer, which updates page checksums. Returns false if SQLite
  // rejected the change, or if nothing changed.
  bool make(const std::string& sql) const {
    bench_.write("bad.db", database_);
    const auto connection = Connection::open(bench_.path("bad.db"), Access::Write);
    REQUIRE(connection);
    try {
      const std::int64_t before = (*connection)->integer(kState);
      (*connection)->execute(sql.c_str());
      return (*connection)->integer(kState) != before;
    } catch (const IoError&) {
      return false;
    }
  }

  void run(std::string_view command, const std::string& database) const {
    std::string line(command);
    line.replace(line.find("DB"), 2, database);
    const ProgramRun run = bench_.run("ulimit -t 6; arbiter " + line +
                                      " 2>&1 | tail -c 2000; "
                                      "exit ${PIPESTATUS[0]}");
    CAPTURE(line, run.status, run.output);
    CHECK(run.status <= 2);
    CHECK_THAT(run.output, !Contains("std::") && !Contains("out of memory"));
  }

  void run_all() const {
    for (const std::string_view command : kReading) run(command, "bad.db");
    for (const std::string_view command : kWriting) {
      bench_.run("cp bad.db changed.db");
      run(command, "changed.db");
    }
    bench_.run("rm -f changed.db*");
    merge();
  }

  // Checks that a merge from the file produces a sound database.
  void merge() const {
    bench_.run("rm -f merged.db*");
    run("import merged.db DB", "bad.db");
    const ProgramRun verify =
        bench_.run("test ! -e merged.db || test ! -s merged.db || arbiter verify merged.db");
    CAPTURE(verify.output);
    CHECK(verify.status == 0);
  }

  int verify() const { return bench_.run("arbiter verify bad.db").status; }

 private:
  Workbench bench_;
  std::string database_;
};

TEST_CASE("a field that no import writes is reported, with little memory and time", "[hostile]") {
  const Attack attack;
  std::mt19937_64 random(files());
  const auto any = [&](const auto& list) { return list[random() % std::size(list)]; };
  for (std::size_t file = 0; file < files(); ++file) {
    const auto [table, column] = any(kFields);
    const std::string_view value = any(kValues);
    const std::string which =
        table == "finding" ? "TRUE" : fmt::format("rowid = (SELECT max(rowid) FROM {})", table);
    const std::string sql =
        fmt::format("UPDATE OR REPLACE {0} SET {1} = {2} WHERE {1} IS NOT {2} AND {3}", table,
                    column, value, which);
    if (!attack.make(sql)) continue;
    CAPTURE(sql);
    CHECK(attack.verify() > 0);
    attack.run_all();
  }
  struct rusage usage {};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  CHECK(usage.ru_maxrss < kMaxKilobytes);
}

TEST_CASE("foreign tables, views and triggers are reported and block writing", "[hostile]") {
  const Attack attack;
  for (const std::string_view schema : kSchemas) {
    CAPTURE(schema);
    if (!attack.make(std::string(schema))) continue;
    CHECK(attack.verify() > 0);
    attack.run_all();
  }
}

}  // namespace
}  // namespace arbiter::testing
