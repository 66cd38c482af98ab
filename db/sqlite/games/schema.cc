#include "db/sqlite/games/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "db/model/column_values.h"
#include "db/model/source.h"
#include "db/sqlite/games/names.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kTables =
#include "db/sqlite/games/schema.sql.inc"
    ;

constexpr std::string_view kCreate = "CREATE TABLE ";

struct AddedColumn {
  std::string_view table, column;
};
// The columns that version 2 added to the tables of version 1. When SQLite reads an older row, it
// appends them.
constexpr AddedColumn kAddedInVersion2[] = {
    {"player", "person INTEGER"},   {"game", "opening INTEGER"},
    {"source", "packing TEXT"},     {"source", "head INTEGER"},
    {"source", "imported INTEGER"}, {"source", "is_forgotten INTEGER NOT NULL DEFAULT 0"},
};
// The tables that are different or new in version 2. Only the first one existed in version 1.
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

// Removes a column from the SQL of a table. Precondition: the column is not the first.
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

// The query for all objects except SQLite's own, such as indexes of UNIQUE and statistics of
// ANALYZE, which have reserved names.
constexpr std::string_view kObjects =
    "SELECT type, name, tbl_name, sql FROM sqlite_master"
    " WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

// The query for the user's own objects, which are listed in `meta`.
constexpr std::string_view kAdopted = "SELECT substr(name, 5) FROM meta WHERE name LIKE 'own %'";
constexpr const char* kAdoptNothing = "DELETE FROM meta WHERE name LIKE 'own %'";
constexpr std::string_view kAdopt = "INSERT INTO meta (name) VALUES ('own ' || ?1)";

struct Object {
  std::string table;  // the table it belongs to; for tables and views, their own name
  std::string sql;
};
using Objects = std::map<std::pair<std::string, std::string>, Object>;  // by type and name

// An XXH3 hash of a view's SQL in files of version 1.
struct OldView {
  std::string_view name;
  std::uint64_t fingerprint;
};
constexpr OldView kViewsOfVersion1[] = {{"games", 0x8153699e4e06cee7},
                                        {"players", 0x26f4bc8068be9e36},
                                        {"findings", 0x25b25dbebfb5b3f3},
                                        {"openings", 0x9ae2ca78df42d4a0}};

bool is_blank(char c) { return c == ' ' || c == '\n'; }

// Compares SQL without spaces, because SQLite stores spaces as written, and appends columns in its
// own format.
bool are_same(std::string_view left, std::string_view right) {
  auto a = left.begin();
  for (const char c : right) {
    if (is_blank(c)) continue;
    while (a != left.end() && is_blank(*a)) ++a;
    if (a == left.end() || *a != c) return false;
    ++a;
  }
  return std::all_of(a, left.end(), is_blank);
}

Objects objects_of(const Connection& connection) {
  Objects objects;
  Statement query = connection.prepare(kObjects);
  while (query.step()) {
    objects[{std::string(query.text(0)), std::string(query.text(1))}] = {
        std::string(query.text(2)), std::string(query.text(3))};
  }
  return objects;
}

// Returns the objects of version 1. Views with the correct hash are copied from the file.
Objects objects_of_version_1(const Objects& file) {
  Objects objects;
  for (const TableText& table : table_texts(1)) {
    objects[{"table", table.name}] = {table.name, table.sql};
  }
  for (const auto& [name, fingerprint] : kViewsOfVersion1) {
    const std::pair<std::string, std::string> view("view", name);
    const auto there = file.find(view);
    const std::string sql = there == file.end() ? std::string() : there->second.sql;
    Fingerprint found;
    found.add(sql);
    objects[view] = {view.second, found.value() == fingerprint ? sql : std::string()};
  }
  return objects;
}

// Returns the objects of a new file, including the SQL indexes if `file` has them.
Objects objects_of_new_file(const Connection& file) {
  const auto connection = Connection::open(std::string(Connection::kInMemory), Access::Create);
  if (!connection) return {};
  create_schema(**connection);
  if (has_sql_indexes(file)) create_sql_indexes(**connection);
  return objects_of(**connection);
}

// Returns the objects that a file of its version should contain.
Objects expected_objects(const Connection& connection, const Objects& objects) {
  return connection.integer("PRAGMA user_version") == 1 ? objects_of_version_1(objects)
                                                        : objects_of_new_file(connection);
}

std::string words_of(const std::pair<std::string, std::string>& object) {
  return object.first + " " + object.second;
}

// Returns whether the object is neither Arbiter's nor on one of Arbiter's tables.
bool is_foreign_object(const std::pair<const std::pair<std::string, std::string>, Object>& object,
                       const Objects& wanted) {
  return !wanted.contains(object.first) && !wanted.contains({"table", object.second.table});
}

std::set<std::string> adopted_objects(const Connection& connection) {
  std::set<std::string> adopted;
  Statement query = connection.prepare(kAdopted);
  while (query.step()) adopted.emplace(query.text(0));
  return adopted;
}

bool is_foreign(const SchemaFault& fault) { return fault.kind == SchemaFault::Kind::Foreign; }

std::string sql_quoted(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
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
  renew_views(connection);
}

bool has_openings(const Connection& connection) {
  constexpr std::string_view kFind =
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'opening'";
  return connection.integer(kFind) > 0;
}

void upgrade_schema(const Connection& connection) {
  if (connection.integer("PRAGMA user_version") == kOldestSchema) upgrade_tables(connection);
  if (!has_openings(connection)) create_table(connection, "opening");
  renew_views(connection);
}

std::string to_string(const SchemaFault& fault) {
  constexpr std::string_view kWords[] = {"is not Arbiter's", "has been changed", "is missing"};
  return fmt::format("the {} '{}' {}", fault.type, fault.name,
                     kWords[static_cast<std::size_t>(fault.kind)]);
}

std::vector<SchemaFault> table_faults(const Connection& connection) {
  const std::int64_t version = connection.integer("PRAGMA user_version");
  const Objects objects = objects_of(connection);
  std::vector<SchemaFault> faults;
  for (const TableText& table : table_texts(version)) {
    const auto there = objects.find({"table", table.name});
    if (there == objects.end()) {
      if (table.name == "opening") continue;  // has_openings()
      faults.push_back({SchemaFault::Kind::Missing, "table", table.name});
    } else if (!are_same(there->second.sql, table.sql)) {
      faults.push_back({SchemaFault::Kind::Changed, "table", table.name});
    }
  }
  return faults;
}

std::vector<SchemaFault> schema_faults(const Connection& connection) {
  const Objects objects = objects_of(connection);
  const Objects wanted = expected_objects(connection, objects);
  const std::set<std::string> adopted = adopted_objects(connection);
  std::vector<SchemaFault> faults;
  for (const auto& object : objects) {
    const auto ours = wanted.find(object.first);
    if (ours != wanted.end() && are_same(ours->second.sql, object.second.sql)) continue;
    if (is_foreign_object(object, wanted) && adopted.contains(words_of(object.first))) continue;
    const auto kind =
        ours == wanted.end() ? SchemaFault::Kind::Foreign : SchemaFault::Kind::Changed;
    faults.push_back({kind, object.first.first, object.first.second});
  }
  for (const auto& [object, wanted_object] : wanted) {
    if (object.first == "index" || objects.contains(object)) continue;
    faults.push_back({SchemaFault::Kind::Missing, object.first, object.second});
  }
  return faults;
}

std::optional<SchemaFault> changed_view(const Connection& connection) {
  const auto faults = schema_faults(connection);
  const auto changed = std::ranges::find_if(faults, [](const SchemaFault& fault) {
    return fault.kind == SchemaFault::Kind::Changed && fault.type == "view";
  });
  return changed == faults.end() ? std::nullopt : std::optional(*changed);
}

void adopt_objects(const Connection& connection) {
  if (!table_faults(connection).empty()) return;
  const Objects objects = objects_of(connection);
  const Objects wanted = expected_objects(connection, objects);
  std::set<std::string> own;
  for (const auto& object : objects) {
    if (is_foreign_object(object, wanted)) own.insert(words_of(object.first));
  }
  if (own == adopted_objects(connection)) return;
  connection.execute(kAdoptNothing);
  Statement adopt = connection.prepare(kAdopt);
  for (const std::string& object : own) adopt.bind(1, std::string_view(object)).run();
}

std::vector<std::string> own_objects(const Connection& connection) {
  const std::set<std::string> adopted = adopted_objects(connection);
  std::vector<std::string> own;
  for (const auto& object : objects_of(connection)) {
    if (adopted.contains(words_of(object.first))) own.push_back(words_of(object.first));
  }
  return own;
}

std::size_t remove_foreign(const Connection& connection) {
  std::size_t count = 0;
  // The order matters, because triggers and indexes disappear with their table.
  for (const std::string_view type : {"trigger", "view", "index", "table"}) {
    for (const SchemaFault& fault : schema_faults(connection)) {
      if (!is_foreign(fault) || fault.type != type) continue;
      connection.execute(fmt::format("DROP {} {}", type, sql_quoted(fault.name)).c_str());
      ++count;
    }
  }
  return count;
}

namespace {

// The SQL for dates as text. Unknown parts are written as in PGN (8.1.1.3). An index has the same
// expression (create_sql_indexes()), so that SQLite finds dates through the index; therefore its
// columns cannot be qualified with their table.
constexpr std::string_view kDate = R"sql(
  replace(replace(printf('%04d.%02d.%02d', date / 10000, date / 100 % 100, date % 100),
    '.00', '.??'), '0000.', '????.'))sql";

constexpr std::string_view kResult =
    "CASE game.result WHEN 1 THEN '1-0' WHEN 2 THEN '0-1' WHEN 3 THEN '1/2-1/2' ELSE '*' END";

// The SQL for the ECO code of a row of table `{0}`.
constexpr std::string_view kEco =
    "CASE WHEN {0}.eco > 0 THEN"
    " char(65 + ({0}.eco - 1) / 100) || printf('%02d', ({0}.eco - 1) % 100) END";

std::string eco_in(std::string_view table) { return fmt::format(kEco, table); }

// The SQL for the number of half-moves before the first one, counted from White's move 1. The turn
// and the move number are the second and the last field of the FEN.
constexpr std::string_view kPliesBefore = R"sql(
  CASE WHEN game.start IS NULL THEN 0 ELSE
    2 * (substr(game.start, length(rtrim(game.start, '0123456789')) + 1) - 1) +
    (substr(game.start, instr(game.start, ' ') + 1, 1) = 'b') END)sql";

std::string ending_word() {
  std::string cases = "CASE game.ending";
  for (const EndingName& name : endings()) {
    cases += fmt::format(" WHEN {} THEN '{}'", static_cast<int>(name.ending), name.word);
  }
  return cases + " END";
}

// The SQL for the names of the players and the event.
struct NamesSql {
  std::string_view view, white, black, event, joins;
};

// With joins, SQLite evaluates a condition on a name by searching the name first and then an index
// of games. Other names are looked up on demand.
constexpr NamesSql kJoined = {"VIEW", "white.name", "black.name", "event.name", R"sql(
LEFT JOIN player AS white ON white.id = game.white
LEFT JOIN player AS black ON black.id = game.black
LEFT JOIN event ON event.id = game.event)sql"};

// SQLite executes joins for a count even if the query uses no names.
constexpr NamesSql kLookedUp = {"TEMP VIEW", "(SELECT name FROM main.player WHERE id = game.white)",
                                "(SELECT name FROM main.player WHERE id = game.black)",
                                "(SELECT name FROM main.event WHERE id = game.event)", ""};

std::string games_view(const NamesSql& names) {
  return fmt::format(
#include "db/sqlite/games/games_view.sql.inc"
      , names.view, names.white, names.black, names.event, kDate, kResult, eco_in("game"),
      kOpeningPlyBits, eco_in("opening"), kOpeningPlyBits, kMaxOpeningPly, ending_word(),
      names.joins);
}

// The view of players, with one row for each folded name in its most frequent spelling. Without
// indexes, all players are counted at once.
constexpr const char* kPlayersView =
#include "db/sqlite/games/players_view.sql.inc"
    ;

// The view of players for files with indexes. Each player is counted separately, so that a query
// for one player reads only that player's games.
constexpr const char* kIndexedPlayersView =
#include "db/sqlite/games/indexed_players_view.sql.inc"
    ;

// The views of persons. Names that are equal when folded belong to one person, and so do names with
// the same number (`{0}`). `key` is that number, or the negative of the lowest name number if there
// is none.
constexpr std::string_view kPersonViews =
#include "db/sqlite/games/person_views.sql.inc"
    ;

// Returns the SQL of the view that groups games by the ECO tag.
std::string openings_view() {
  return fmt::format(
#include "db/sqlite/games/openings_view.sql.inc"
      , eco_in("game"));
}

// Returns the SQL of the view of findings. `move` and `side` are NULL if the finding is not about a
// move.
std::string findings_view() {
  return fmt::format(
#include "db/sqlite/games/findings_view.sql.inc"
      , kPliesBefore);
}

}  // namespace

bool has_sql_indexes(const Connection& connection) {
  constexpr std::string_view kFind =
      "SELECT count(*) FROM sqlite_master WHERE name = 'player_by_folded'";
  return connection.integer(kFind) > 0;
}

void renew_views(const Connection& connection) {
  connection.execute(
      "DROP VIEW IF EXISTS games; DROP VIEW IF EXISTS players; DROP VIEW IF EXISTS findings;"
      "DROP VIEW IF EXISTS openings");
  connection.execute(games_view(kJoined).c_str());
  connection.execute(has_sql_indexes(connection) ? kIndexedPlayersView : kPlayersView);
  connection.execute(findings_view().c_str());
  connection.execute(openings_view().c_str());
}

void create_sql_indexes(const Connection& connection) {
  if (has_sql_indexes(connection)) return;
  constexpr const char* kIndexes = R"sql(
CREATE INDEX game_by_white ON game (white, flags);
CREATE INDEX game_by_black ON game (black, flags);
CREATE INDEX game_by_event ON game (event, flags);
CREATE INDEX game_by_date ON game ({}, flags);
CREATE INDEX player_by_folded ON player (folded);
DROP VIEW players;
{}
)sql";
  connection.execute(fmt::format(fmt::runtime(kIndexes), kDate, kIndexedPlayersView).c_str());
}

void replace_joins_by_subqueries(const Connection& connection) {
  if (!has_openings(connection)) return;  // without openings, the view has other columns
  connection.execute("PRAGMA query_only = OFF");
  connection.execute(games_view(kLookedUp).c_str());
  connection.execute("PRAGMA query_only = ON");
}

void add_person_views(const Connection& connection) {
  const bool has_persons = connection.integer("PRAGMA user_version") > kOldestSchema;
  const bool is_writable = connection.is_writable();
  if (!is_writable) connection.execute("PRAGMA query_only = OFF");
  connection.execute(
      fmt::format(fmt::runtime(kPersonViews), has_persons ? "person" : "NULL").c_str());
  if (!is_writable) connection.execute("PRAGMA query_only = ON");
}

}  // namespace arbiter::sqlite
