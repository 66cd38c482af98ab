#include "db/sqlite/games/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kTables = R"sql(
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value
) WITHOUT ROWID;

CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  bytes INTEGER,
  modified INTEGER,
  fingerprint INTEGER,
  done_offset INTEGER NOT NULL DEFAULT 0,
  done_lines INTEGER NOT NULL DEFAULT 0,
  done_games INTEGER NOT NULL DEFAULT 0,
  is_finished INTEGER NOT NULL DEFAULT 0,
  packing TEXT,
  head INTEGER,
  imported INTEGER,
  is_forgotten INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE player (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  folded TEXT NOT NULL,
  person INTEGER
);
CREATE TABLE event (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL);
CREATE TABLE site (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL);

CREATE TABLE opening (
  id INTEGER PRIMARY KEY,
  eco INTEGER NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (name, eco)
);

CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  white INTEGER NOT NULL,
  black INTEGER NOT NULL,
  event INTEGER NOT NULL,
  site INTEGER NOT NULL,
  round TEXT,
  date INTEGER NOT NULL,
  white_elo INTEGER,
  black_elo INTEGER,
  eco INTEGER NOT NULL,
  result INTEGER NOT NULL,
  plies INTEGER NOT NULL,
  ending INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  start TEXT,
  source INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  line INTEGER NOT NULL,
  moves BLOB NOT NULL,
  opening INTEGER
);

CREATE TABLE game_text (
  first_game INTEGER PRIMARY KEY,
  games INTEGER NOT NULL,
  data BLOB NOT NULL
);

CREATE TABLE finding_kind (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  severity TEXT NOT NULL
);

CREATE TABLE finding (
  game INTEGER NOT NULL,
  ply INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  PRIMARY KEY (game, ply, kind)
) WITHOUT ROWID;

CREATE TABLE fact (id INTEGER PRIMARY KEY, data BLOB NOT NULL);

CREATE TABLE segment (
  id INTEGER PRIMARY KEY,
  level INTEGER NOT NULL,
  first_game INTEGER NOT NULL,
  games INTEGER NOT NULL,
  postings INTEGER NOT NULL,
  bucket_bits INTEGER NOT NULL,
  game_bytes INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  sums INTEGER NOT NULL,
  is_subtracted INTEGER NOT NULL,
  merge INTEGER NOT NULL
);

CREATE TABLE merge (
  id INTEGER PRIMARY KEY,
  next_bucket INTEGER NOT NULL,
  postings INTEGER NOT NULL,
  checksum INTEGER NOT NULL
);

CREATE TABLE remains (id INTEGER PRIMARY KEY);

CREATE TABLE posting_block (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
)sql";

// What version 2 has and version 1 has not. SQLite appends the columns to the rows that are there
// when they are read.
constexpr std::string_view kCreate = "CREATE TABLE ";

struct AddedColumn {
  std::string_view table, column;
};
constexpr AddedColumn kAddedInVersion2[] = {
    {"player", "person INTEGER"},   {"game", "opening INTEGER"},
    {"source", "packing TEXT"},     {"source", "head INTEGER"},
    {"source", "imported INTEGER"}, {"source", "is_forgotten INTEGER NOT NULL DEFAULT 0"},
};
// The first of these was another table in version 1, the others are new.
constexpr std::string_view kTablesOfVersion2[] = {"segment", "merge", "remains", "opening"};
constexpr std::string_view kSegmentOfVersion1 = R"sql(CREATE TABLE segment (
  id INTEGER PRIMARY KEY,
  level INTEGER NOT NULL,
  first_game INTEGER NOT NULL,
  games INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  postings INTEGER NOT NULL,
  bucket_bits INTEGER NOT NULL,
  game_bytes INTEGER NOT NULL,
  checksum INTEGER NOT NULL
))sql";
static_assert(kSchemaVersion == 2);

bool is_of_version_2(const TableText& table) {
  return std::ranges::find(kTablesOfVersion2, table.name) != std::end(kTablesOfVersion2);
}

constexpr const char* kSetSegmentsAside = "ALTER TABLE segment RENAME TO old_segment";
constexpr const char* kTakeSegments =
    "INSERT INTO segment SELECT id, level, first_game, games, postings, bucket_bits, game_bytes,"
    " checksum, 1, 0, 0 FROM old_segment;"
    "DROP TABLE old_segment";

// A column, not the first one, taken out of a table's text.
void remove_column(std::string& sql, std::string_view column) {
  const std::size_t place = sql.rfind(column);
  const std::size_t comma = sql.rfind(',', place);
  sql.erase(comma, place + column.size() - comma);
}

void create_table(const Connection& connection, std::string_view name) {
  const std::vector<TableText> tables = table_texts(kSchemaVersion);
  connection.execute(std::ranges::find(tables, name, &TableText::name)->sql.c_str());
}

void create_tables(const Connection& connection) {
  connection.execute(std::string(kTables).c_str());
  connection.execute(
      "INSERT INTO meta (name, value)"
      " VALUES ('key_version', 1), ('move_code_version', 1), ('index_plies', NULL)");
}

void upgrade_tables(const Connection& connection) {
  for (const AddedColumn& added : kAddedInVersion2) {
    connection.execute(
        fmt::format("ALTER TABLE {} ADD COLUMN {}", added.table, added.column).c_str());
  }
  connection.execute(kSetSegmentsAside);
  for (const std::string_view table : kTablesOfVersion2) create_table(connection, table);
  connection.execute(kTakeSegments);
  connection.execute(fmt::format("PRAGMA user_version = {}", kSchemaVersion).c_str());
}

}  // namespace

std::vector<TableText> table_texts(std::int64_t version) {
  std::vector<TableText> tables;
  for (std::string_view rest = kTables; rest.find(';') != std::string_view::npos;) {
    const std::string_view sql = rest.substr(rest.find('C'), rest.find(';') - rest.find('C'));
    const std::string_view name = sql.substr(kCreate.size(), sql.find(" (") - kCreate.size());
    tables.push_back({std::string(name), std::string(sql)});
    rest.remove_prefix(rest.find(';') + 1);
  }
  if (version >= 2) return tables;
  std::erase_if(tables, is_of_version_2);
  tables.push_back({"segment", std::string(kSegmentOfVersion1)});
  for (const AddedColumn& added : kAddedInVersion2) {
    const auto table = std::ranges::find(tables, added.table, &TableText::name);
    remove_column(table->sql, added.column);
  }
  return tables;
}

void create_schema(const Connection& connection) {
  create_tables(connection);
  create_views(connection);
}

bool has_openings(const Connection& connection) {
  constexpr std::string_view kFind =
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'opening'";
  return connection.integer(kFind) > 0;
}

void upgrade_schema(const Connection& connection) {
  if (connection.integer("PRAGMA user_version") == kOldestSchema) upgrade_tables(connection);
  if (!has_openings(connection)) create_table(connection, "opening");
  drop_views(connection);
  create_views(connection);
}

}  // namespace arbiter::sqlite
