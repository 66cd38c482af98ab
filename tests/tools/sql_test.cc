// Tests the changes that `arbiter sql` allows, and its output of values.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "db/sqlite/file/connection.h"
#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/tools/workbench.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

using Statements = std::vector<std::string>;

// Returns statements that change something. FOLDER is the folder of the database.
const Statements& changing_statements() {
  static const Statements statements = {
      "DELETE FROM game",
      "DELETE FROM games",
      "UPDATE game SET white = black",
      "INSERT INTO player (name, folded) VALUES ('x', 'x')",
      "REPLACE INTO meta VALUES ('key_version', 9)",
      "INSERT INTO event (name, folded) VALUES ('x', 'x') ON CONFLICT DO NOTHING",
      "WITH t AS (SELECT 1) DELETE FROM finding",
      "DELETE FROM game WHERE id = 1 RETURNING id",
      "DROP TABLE posting_block",
      "DROP VIEW games",
      "DROP INDEX IF EXISTS sqlite_autoindex_player_1",
      "ALTER TABLE game RENAME TO games_of_mine",
      "ALTER TABLE game ADD COLUMN mine",
      "ALTER TABLE game DROP COLUMN round",
      "CREATE TABLE mine (x)",
      "CREATE TABLE mine AS SELECT * FROM games",
      "CREATE TEMP TABLE mine (x)",
      "CREATE VIEW mine AS SELECT 1",
      "CREATE TEMP VIEW mine AS SELECT 1",
      "CREATE INDEX mine ON game(round)",
      "CREATE TRIGGER mine AFTER DELETE ON game BEGIN DELETE FROM finding; END",
      "CREATE TEMP TRIGGER mine AFTER DELETE ON game BEGIN DELETE FROM finding; END",
      "CREATE TEMP TRIGGER mine INSTEAD OF INSERT ON games BEGIN DELETE FROM game; END",
      "CREATE VIRTUAL TABLE mine USING fts5(x)",
      "CREATE VIRTUAL TABLE temp.mine USING fts5(x)",
      "VACUUM",
      "VACUUM INTO 'FOLDER/copy.db'",
      "VACUUM INTO 'file:FOLDER/copy.db?mode=rwc'",
      "ATTACH 'FOLDER/copy.db' AS copy",
      "ATTACH 'FOLDER/foreign.db' AS copy",
      "ATTACH ':memory:' AS copy",
      "ATTACH 'file:FOLDER/base.db?mode=rw' AS copy; DELETE FROM copy.game",
      "DETACH main",
      "ANALYZE",
      "REINDEX",
      "PRAGMA query_only = 0; DELETE FROM game WHERE id = 1",
      "PRAGMA query_only = OFF; DROP TABLE posting_block; PRAGMA application_id = 7",
      "PRAGMA query_only = ''",
      "PRAGMA application_id = 7",
      "PRAGMA user_version = 99",
      "PRAGMA user_version(99)",
      "PRAGMA main.user_version = 99",
      "PRAGMA schema_version = 99",
      "PRAGMA writable_schema = ON",
      "PRAGMA writable_schema = RESET",
      "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = ''",
      "PRAGMA writable_schema = 1; DELETE FROM sqlite_schema",
      "PRAGMA journal_mode = DELETE",
      "PRAGMA journal_mode = OFF",
      "PRAGMA journal_mode(MEMORY)",
      "PRAGMA wal_checkpoint",
      "PRAGMA wal_checkpoint(TRUNCATE)",
      "PRAGMA auto_vacuum = FULL",
      "PRAGMA incremental_vacuum",
      "PRAGMA page_size = 512",
      "PRAGMA encoding = 'UTF-16'",
      "PRAGMA optimize",
      "PRAGMA locking_mode = EXCLUSIVE",
      "PRAGMA temp_store_directory = 'FOLDER'",
      "PRAGMA trusted_schema = ON",
      "PRAGMA synchronous = OFF",
      "PRAGMA foreign_keys = ON",
      "PRAGMA ignore_check_constraints = ON",
      "PRAGMA max_page_count = 1",
      "PRAGMA wal_autocheckpoint = 1",
      "PRAGMA default_cache_size = 9",
      "PRAGMA shrink_memory",
      "SELECT load_extension('FOLDER/mine.so')",
      "SELECT fts3_tokenizer('simple')",
      "SELECT fts3_tokenizer('mine', x'4141414141414141')",
      "SELECT hex(fts3_tokenizer('simple', fts3_tokenizer('porter')))",
      "BEGIN IMMEDIATE; DELETE FROM finding; COMMIT",
      "BEGIN EXCLUSIVE; UPDATE source SET name = 'x'; COMMIT",
      "SAVEPOINT s; DELETE FROM segment; RELEASE s",
      "SELECT 1; DELETE FROM fact",
      "EXPLAIN DELETE FROM fact; DELETE FROM fact",
      "INSERT INTO sqlite_dbpage SELECT * FROM sqlite_dbpage",
      "UPDATE position_games('startpos') SET game = 1",
  };
  return statements;
}

std::string in_folder(std::string statement, const Workbench& bench) {
  const std::string folder = bench.path("").substr(0, bench.path("").size() - 1);
  for (std::size_t at = 0; (at = statement.find("FOLDER")) != std::string::npos;) {
    statement.replace(at, 6, folder);
  }
  return statement;
}

ProgramRun sql(const Workbench& bench, const std::string& statement, Statements options = {}) {
  options.insert(options.begin(), {"sql", bench.path("base.db"), in_folder(statement, bench)});
  return run_arbiter(options);
}

// Creates base.db with a log left by a crashed program.
void leave_log(const Workbench& bench) {
  const auto writer = Connection::open(bench.path("base.db"), Access::Write);
  REQUIRE(writer);
  (*writer)->execute("UPDATE source SET done_lines = done_lines + 1");
  for (const std::string ending : {"", "-wal"}) {
    bench.write("copy" + ending, bench.text("base.db" + ending));
  }
}

void restore_log(const Workbench& bench) {
  for (const std::string ending : {"", "-wal"}) {
    std::filesystem::rename(bench.path("copy" + ending), bench.path("base.db" + ending));
  }
}

}  // namespace

TEST_CASE("without --write no statement changes or creates a file, and each is rejected") {
  REQUIRE(changing_statements().size() >= 60);
  const Workbench bench;
  const FolderContent before = bench.content();
  for (const std::string& statement : changing_statements()) {
    const ProgramRun run = sql(bench, statement);
    CAPTURE(statement, run.errors);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors,
               Contains("arbiter: ") && Contains("base.db: ") && !Contains("not authorized"));
    CHECK((bench.content() == before));
  }
}

TEST_CASE("without --write a log that was left behind is read and not changed") {
  const Workbench bench;
  leave_log(bench);
  restore_log(bench);
  const FolderContent before = bench.content();
  REQUIRE(before.contains("base.db-wal"));
  const Statements statements = {"SELECT done_lines FROM source", "PRAGMA wal_checkpoint(TRUNCATE)",
                                 "PRAGMA journal_mode = DELETE", "DELETE FROM game"};
  for (const std::string& statement : statements) {
    const ProgramRun run = sql(bench, statement);
    CAPTURE(statement, run.errors);
    FolderContent after = bench.content();
    after.erase("base.db-shm");  // shared memory for reading the log
    CHECK((after == before));
  }
}

TEST_CASE("without --write every query is allowed") {
  const Statements statements = {"SELECT count(*) FROM games",
                                 "BEGIN; SELECT 1; COMMIT",
                                 "SAVEPOINT s; SELECT 1; RELEASE s",
                                 "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                                 "WHERE i < 9) SELECT max(i) FROM n",
                                 "PRAGMA table_info(game)",
                                 "SELECT name FROM pragma_table_xinfo('games')",
                                 "PRAGMA integrity_check",
                                 "PRAGMA user_version",
                                 "PRAGMA journal_mode",
                                 "EXPLAIN QUERY PLAN SELECT * FROM games",
                                 "SELECT move FROM position_moves('startpos')",
                                 "SELECT sql FROM sqlite_master",
                                 "SELECT pgn(1), san_moves(1), fen_at(1, 1)",
                                 "VALUES (1), (2)"};
  const Workbench bench;
  const FolderContent before = bench.content();
  for (const std::string& statement : statements) {
    const ProgramRun run = sql(bench, statement);
    CAPTURE(statement, run.errors);
    CHECK(run.status == 0);
    CHECK((bench.content() == before));
  }
}

TEST_CASE("--write changes the user's tables, and --write-internals Arbiter's") {
  const Statements own = {
      "CREATE TABLE note (game, text); INSERT INTO note VALUES (1, 'x'); UPDATE note SET game = 2",
      "CREATE TABLE note (game); CREATE INDEX note_game ON note(game); DROP TABLE note",
      "CREATE VIEW mine AS SELECT id FROM games; DROP VIEW mine",
      "CREATE TABLE a (x); ALTER TABLE a RENAME TO b; ALTER TABLE b ADD COLUMN game",
      "PRAGMA wal_checkpoint"};
  const Statements internal = {"DELETE FROM game",
                               "UPDATE Game SET plies = 1",
                               "INSERT INTO meta VALUES ('x', 1)",
                               "DROP TABLE posting_block",
                               "DROP VIEW games",
                               "ALTER TABLE game ADD COLUMN mine",
                               "CREATE INDEX mine ON game(round)",
                               "CREATE TRIGGER mine AFTER DELETE ON game BEGIN SELECT 1; END",
                               "CREATE TEMP TRIGGER mine AFTER DELETE ON game BEGIN SELECT 1; END",
                               "VACUUM",
                               "VACUUM INTO 'FOLDER/copy.db'",
                               "ATTACH ':memory:' AS mine; CREATE TABLE mine.t (x)",
                               "PRAGMA application_id = 7",
                               "PRAGMA user_version = 99",
                               "PRAGMA journal_mode = DELETE"};
  for (const std::string& statement : own) {
    const Workbench bench;
    const ProgramRun run = sql(bench, statement, {"--write"});
    CAPTURE(statement, run.errors);
    CHECK(run.status == 0);
    CHECK(bench.run("arbiter verify base.db").status == 0);
    CHECK(bench.run("arbiter delete base.db --apply --id 2").status == 0);
  }
  for (const std::string& statement : internal) {
    const Workbench bench;
    const FolderContent before = bench.content();
    const ProgramRun run = sql(bench, statement, {"--write"});
    CAPTURE(statement, run.errors);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("--write-internals"));
    CHECK((bench.content() == before));
    CHECK(sql(bench, statement, {"--write-internals"}).status == 0);
  }
}

TEST_CASE("the user's own tables stay, and do not prevent writing") {
  const Workbench bench;
  const Statements statements = {
      "CREATE TABLE note (game, text); CREATE INDEX by_game ON note (game)",
      "CREATE VIEW noted AS SELECT * FROM games JOIN note ON note.game = games.id",
      "INSERT INTO note VALUES (3, 'x'); CREATE TABLE t (a); ALTER TABLE t RENAME TO u; SELECT no"};
  for (const std::string& statement : statements) sql(bench, statement, {"--write"});
  CHECK_THAT(bench.run("arbiter verify base.db").output,
             Contains("no problems found") && Contains("4 tables, views and indexes"));
  bench.write("more.pgn", "1. e4 e5 *");
  for (const std::string command :
       {"import -q base.db more.pgn", "delete base.db --apply --id 2", "compact base.db --rebuild",
        "upgrade base.db --clean", "verify base.db"}) {
    const ProgramRun run = bench.run("arbiter " + command);
    CAPTURE(command, run.output, run.errors);
    CHECK(run.status == 0);
  }
  CHECK(sql(bench, "SELECT count(*) FROM noted").output ==
        sql(bench, "SELECT 1 AS 'count(*)'").output);
}

TEST_CASE("a table of a script that is killed, or ends inside a transaction, is the user's own") {
  const Workbench bench;
  const std::string endless =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
  const ProgramRun killed = bench.run(
      "timeout -s KILL 1 arbiter sql --write base.db 'CREATE TABLE note (a); " + endless + "'");
  REQUIRE(killed.status != 0);
  CHECK_THAT(bench.run("arbiter verify base.db").output,
             Contains("no problems found") && Contains("1 table, view or index"));
  CHECK(bench.run("arbiter delete base.db --apply --id 2").status == 0);
  CHECK(sql(bench, "BEGIN; CREATE TABLE lost (a)", {"--write"}).status == 0);
  CHECK_THAT(bench.run("arbiter verify base.db").output, Contains("1 table, view or index"));

  const auto other = "sqlite3 base.db 'CREATE TABLE foreign_table (a)'";
  REQUIRE(bench.run(other).status == 0);
  CHECK(bench.run("arbiter verify base.db").status == 1);
}

TEST_CASE("triggers on Arbiter's tables and tables of other programs are not the user's own") {
  const Workbench bench;
  const std::string statement =
      GENERATE("CREATE INDEX mine ON game (round)",
               "CREATE TRIGGER mine AFTER DELETE ON game BEGIN SELECT 1; END");
  REQUIRE(sql(bench, statement, {"--write-internals"}).status == 0);
  CHECK(bench.run("arbiter verify base.db").status == 1);
  const ProgramRun refused = bench.run("arbiter delete base.db --apply --id 2 2>&1");
  CHECK(refused.status == 2);
  CHECK_THAT(refused.output, Contains("upgrade --clean"));
}

TEST_CASE("a replaced view of Arbiter's is not queried") {
  const Workbench bench;
  const std::string loop =
      "DROP VIEW games; CREATE VIEW games AS WITH RECURSIVE n(id) AS"
      " (SELECT 1 UNION ALL SELECT id FROM n) SELECT * FROM n";
  REQUIRE(sql(bench, loop, {"--write-internals"}).status == 0);
  const ProgramRun refused = sql(bench, "SELECT * FROM games", {});
  CHECK(refused.status == 2);
  CHECK_THAT(refused.errors, Contains("the view 'games' has been changed") && Contains("--clean"));
  REQUIRE(bench.run("arbiter upgrade base.db --clean").status == 0);
  CHECK(sql(bench, "SELECT * FROM games", {}).status == 0);
}

TEST_CASE("a query that does not end is stopped by its limits") {
  const Workbench bench;
  const std::string endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
  const ProgramRun late = sql(bench, endless, {"--timeout", "0.2"});
  CHECK(late.status == 2);
  CHECK_THAT(late.errors, Contains("base.db: ") && Contains("0.2 s") && Contains("--timeout"));
  CHECK(sql(bench, "SELECT 1", {"--timeout", "60"}).status == 0);
  const std::string large = "SELECT length(hex(zeroblob(150000000)))";
  const ProgramRun wide = sql(bench, large, {"--memory", "128M"});
  CHECK(wide.status == 2);
  CHECK_THAT(wide.errors, Contains("128 MB") && Contains("--memory"));
  CHECK(sql(bench, "SELECT pgn(1), move FROM position_moves('startpos')", {"--memory", "128M"})
            .status == 0);
}

TEST_CASE("-o writes what standard output would contain") {
  const Workbench bench;
  const std::string query = "SELECT id, white, plies FROM games ORDER BY id";
  for (const std::string format : {"text", "json", "csv"}) {
    CAPTURE(format);
    const ProgramRun printed = sql(bench, query, {"--format", format});
    const ProgramRun written = sql(bench, query, {"--format", format, "-o", bench.path("rows")});
    CHECK(written.status == 0);
    CHECK(written.output.empty());
    CHECK_FALSE(printed.output.empty());
    CHECK(bench.text("rows") == printed.output);
  }
}

TEST_CASE("parameters are numbers, quoted texts or texts") {
  struct Case {
    std::string value, type, json;
  };
  const Case cases[] = {
      {"5", "integer", "5"},
      {"-7", "integer", "-7"},
      {"2.5", "real", "2.5"},
      {"1e3", "real", "1000"},
      {"'5'", "text", "\"5\""},
      {"'it''s'", "text", "\"it's\""},
      {"it's", "text", "\"it's\""},
      {"", "text", "\"\""},
      {"'", "text", "\"'\""},
      {"''", "text", "\"\""},
      {"1950.11.02", "text", "\"1950.11.02\""},
      {"12 ", "text", "\"12 \""},
      {"nan", "text", "\"nan\""},
      {"a=b; DROP TABLE game", "text", "\"a=b; DROP TABLE game\""},
  };
  const Workbench bench;
  for (const Case& one : cases) {
    for (const std::string sign : {":", "@", "$"}) {
      CAPTURE(one.value, sign);
      CHECK(sql(bench, fmt::format("SELECT {0}p AS v, typeof({0}p) AS t", sign),
                {"--format", "json", "--param", "p=" + one.value})
                .output == fmt::format("{{\"v\":{},\"t\":\"{}\"}}\n", one.json, one.type));
    }
  }
  const Statements by_number = {"--format", "json", "--param", "1=a", "--param", "?2=b"};
  CHECK(sql(bench, "SELECT ?2 AS v; SELECT ?, ?", by_number).output ==
        "{\"v\":\"b\"}\n{\"?\":\"a\",\"?\":\"b\"}\n");
}

TEST_CASE("a parameter without a value is an error, and so is a value without a name") {
  const Workbench bench;
  const ProgramRun missing =
      sql(bench, "SELECT count(*) FROM games WHERE white = :name", {"--param", "nmae=x"});
  CHECK(missing.status == 2);
  CHECK_THAT(missing.errors, Contains("'name' has no value") && Contains("--param name=VALUE"));
  for (const std::string value : {"name", "=5", ":=5", ""}) {
    CAPTURE(value);
    const ProgramRun run = sql(bench, "SELECT 1", {"--param=" + value});
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains("NAME=VALUE"));
  }
}

TEST_CASE("the habits of SQLite's shell work, or lead to the right option") {
  const Workbench bench;
  const std::string tables = sql(bench, ".tables").output;
  for (const std::string name : {"games", "players", "persons", "person_names", "findings",
                                 "openings", "game", "game_moves", "position_moves"}) {
    CHECK_THAT(tables, Contains("\n" + name + " "));
  }
  CHECK_THAT(sql(bench, ".tables fin%").output, Contains("findings") && !Contains("players"));
  CHECK_THAT(sql(bench, ".schema players").output,
             Contains("CREATE VIEW players") && !Contains("CREATE TABLE game"));
  CHECK_THAT(sql(bench, ".schema").output, Contains("CREATE TABLE game"));
  CHECK(sql(bench, ".schema it's").status == 0);
  CHECK_THAT(sql(bench, "SELECT 7;\n.tables\nSELECT 8").output,
             Contains("7") && Contains("games") && Contains("8"));
  struct Answer {
    std::vector<std::string> words;
    std::string advice;
  };
  const Answer answers[] = {
      {{".mode csv"}, "--format"},
      {{".headers on"}, "have headings"},
      {{".once games.csv"}, "-o FILE"},
      {{".parameter set :x 1"}, "--param NAME=VALUE"},
      {{".nonsense"}, "expected SQL, .tables"},
      {{"SELECT 1", "-header"}, "have headings"},
      {{"SELECT 1", "-readonly"}, "--write"},
      {{"SELECT * FROM gamess"}, "no such table: gamess; did you mean games? '.tables' lists"},
      {{"SELECT g.whiteelo FROM games g"}, "did you mean white_elo"},
      {{"SELECT avg(elo) FROM games"}, "did you mean white_elo or black_elo? '.schema' lists"},
      {{"SELECT year FROM games"}, "use substr(date, 1, 4)"},
      {{"DESCRIBE games"}, "'.schema' their columns"},
      {{"SELECT * FROM moves"}, "did you mean game_moves?"},
      {{"SELECT * FROM positions"}, "did you mean game_positions"},
      {{"SELECT xyz FROM games"}, "no such column: xyz; '.schema' lists the names"},
      {{"SELECT * FROM position_moves('e4 c5')"}, "'e4 c5' (expected a FEN or startpos)"},
  };
  for (const Answer& answer : answers) {
    CAPTURE(answer.words);
    Statements words = {"sql", bench.path("base.db")};
    words.insert(words.end(), answer.words.begin(), answer.words.end());
    const ProgramRun run = run_arbiter(words);
    CHECK(run.status == 2);
    CHECK_THAT(run.errors, Contains(answer.advice));
  }
}

TEST_CASE("formats have the names of SQLite's shell too") {
  const Workbench bench;
  const auto [option, output] = GENERATE(table<std::string, std::string>({
      {"-csv", "n,t\r\n1,a\r\n"},
      {"--csv", "n,t\r\n1,a\r\n"},
      {"-json", "{\"n\":1,\"t\":\"a\"}\n"},
      {"--json", "{\"n\":1,\"t\":\"a\"}\n"},
      {"-markdown", "| n | t |\n| ---: | --- |\n| 1 | a |\n"},
      {"-column", "n  t\n1  a\n"},
      {"-table", "n  t\n1  a\n"},
  }));
  CAPTURE(option);
  CHECK(sql(bench, "SELECT 1 AS n, 'a' AS t", {option}).output == output);
  CHECK_THAT(run_arbiter({"stats", option, "-"}).errors, Contains("use --format"));
}

TEST_CASE("numbers are right-aligned in tables") {
  const Workbench bench;
  const std::string query =
      "SELECT 'a' AS name, NULL AS n, 5 AS mixed UNION ALL SELECT 'bcd', 1234, 'x' "
      "UNION ALL SELECT 'e', 5.5, 7";
  CHECK(sql(bench, query).output ==
        "name     n  mixed\n"
        "a           5\n"
        "bcd   1234  x\n"
        "e      5.5  7\n");
  CHECK_THAT(sql(bench, query, {"--format", "markdown"}).output, Contains("| --- | ---: | --- |"));
  CHECK(sql(bench, "SELECT 1 AS n WHERE 0", {"--format", "csv"}).output == "n\r\n");
}

TEST_CASE("each SQL value is written by its type") {
  struct Written {
    std::string value;
    std::string json;
    std::string csv;
    std::string text;
  };
  const std::vector<Written> values = {
      {"NULL", "null", "", ""},
      {"''", "\"\"", "", ""},
      {"9223372036854775807", "9223372036854775807", "9223372036854775807", "9223372036854775807"},
      {"-9223372036854775808", "-9223372036854775808", "-9223372036854775808",
       "-9223372036854775808"},
      {"0.1", "0.1", "0.1", "0.1"},
      {"-1.5e300", "-1.5e+300", "-1.5e+300", "-1.5e+300"},
      {"9e999", "9e999", "Inf", "Inf"},
      {"-9e999", "-9e999", "-Inf", "-Inf"},
      {"0.0 * 9e999", "null", "", ""},
      {"x''", "\"x''\"", "x''", "x''"},
      {"x'00ff1b'", "\"x'00ff1b'\"", "x'00ff1b'", "x'00ff1b'"},
      {"'a' || char(0) || 'b'", "\"a\\u0000b\"", "a b", "a b"},
      {"'a' || char(27) || '[31m'", "\"a\\u001b[31m\"", "a [31m", "a [31m"},
      {"'a' || char(155) || 'b'", "\"a\\u009bb\"", "a b", "a b"},
      {"'a\"b,c'", "\"a\\\"b,c\"", "\"a\"\"b,c\"", "a\"b,c"},
      {"'=1+1'", "\"=1+1\"", "'=1+1", "=1+1"},
      {"CAST(x'e4' AS TEXT)", "\"\xc3\xa4\"", "\xc3\xa4", "\xc3\xa4"},
      {"char(228, 8364)", "\"\xc3\xa4\xe2\x82\xac\"", "\xc3\xa4\xe2\x82\xac",
       "\xc3\xa4\xe2\x82\xac"},
  };
  const Workbench bench;
  std::string query;
  for (const Written& value : values) {
    query += (query.empty() ? "" : " UNION ALL ") + fmt::format("SELECT {} AS v", value.value);
  }
  const auto json = lines_of(sql(bench, query, {"--format", "json"}).output);
  const auto csv = lines_of(sql(bench, query, {"--format", "csv"}).output);
  const auto text = lines_of(sql(bench, query).output);
  const auto markdown = lines_of(sql(bench, query, {"--format", "markdown"}).output);
  REQUIRE(json.size() == values.size());
  REQUIRE(csv.size() == values.size() + 1);
  REQUIRE(text.size() == values.size() + 1);
  REQUIRE(markdown.size() == values.size() + 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    CAPTURE(values[i].value, markdown[i + 2]);
    CHECK(json[i] == "{\"v\":" + values[i].json + "}");
    CHECK(csv[i + 1] == values[i].csv + "\r");
    CHECK(text[i + 1] == values[i].text);
    CHECK(markdown[i + 2].find('\x1b') == std::string::npos);
    CHECK(markdown[i + 2].find('\0') == std::string::npos);
  }
}

TEST_CASE("any tag of a game is read in SQL") {
  const Workbench bench;
  bench.write("tags.pgn",
              "[Event \"E\"]\n[White \"A\"]\n[Termination \"time forfeit\"]\n[Mood \"calm\"]\n"
              "[WhiteElo \"2000\"]\n\n1. e4 *\n");
  REQUIRE(bench.run("arbiter import -q tags.db tags.pgn").status < 2);
  const auto answer = [&](const std::string& query) {
    return bench
        .run("arbiter sql tags.db --format csv \"" + query + "\" | tail -n +2 | tr -d '\\r'")
        .output;
  };
  CHECK(answer("SELECT tag(id, 'Termination'), tag(id, 'mood'), tag(id, 'WhiteElo'), tag(id, 'X') "
               "IS NULL, "
               "tag(99, 'Event') IS NULL FROM games") == "time forfeit,calm,2000,1,1\n");
  CHECK_THAT(answer("SELECT name, value FROM games, game_tags(games.id)"),
             Contains("Event,E\n") && Contains("Mood,calm\n") && Contains("WhiteElo,2000\n"));
  CHECK(answer("SELECT count(*) FROM game_tags(99)") == "0\n");
}
