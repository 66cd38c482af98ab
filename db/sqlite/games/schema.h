// The tables and views of a database file (README.md), and checks of a file's contents.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// The oldest and the newest schema version in `user_version`. All of these versions can be read,
// but only the newest is written.
inline constexpr std::int32_t kOldestSchema = 1;
inline constexpr std::int32_t kSchemaVersion = 2;

struct TableText {
  std::string name;
  std::string sql;
};

// Returns the tables of a file of this version.
std::vector<TableText> table_texts(std::int64_t version);

// Returns whether the file stores openings. Files of version 1 and early files of version 2 do not.
// They have no table of openings, and no openings in `fact` or in the views.
bool has_openings(const Connection& connection);

// Creates the tables and views in an empty file, inside the caller's transaction.
void create_schema(const Connection& connection);

// Upgrades the tables and views of an older file, inside the caller's transaction. Leaves the table
// of openings empty.
void upgrade_schema(const Connection& connection);

// A table, view, index or trigger that differs from the schema.
struct SchemaFault {
  enum class Kind { Foreign, Changed, Missing };

  Kind kind{};
  std::string type;
  std::string name;
};

// Returns a description such as "the trigger 'x' is not Arbiter's".
std::string to_string(const SchemaFault& fault);

// Returns the tables that are missing or differ from the file's schema, and so cannot be read. The
// table of openings may be missing. Takes about 20 us.
std::vector<SchemaFault> table_faults(const Connection& connection);

// Returns all differences from a new file of the schema, except the user's own objects. The SQL
// indexes may be missing. Takes about 1 ms.
std::vector<SchemaFault> schema_faults(const Connection& connection);

// Returns an Arbiter view that was changed in the file, if any. Reading it could return anything
// and never finish.
std::optional<SchemaFault> changed_view(const Connection& connection);

// Registers all other tables and views as the user's own, with their indexes and triggers, so that
// they do not prevent writing. Objects on Arbiter's tables are excluded. Runs inside the caller's
// transaction.
void adopt_objects(const Connection& connection);

// Returns the user's own objects, such as "table notes" or "view v".
std::vector<std::string> own_objects(const Connection& connection);

// Removes all foreign objects inside the caller's transaction. Returns their number.
std::size_t remove_foreign(const Connection& connection);

// Creates or recreates the views `games`, `players`, `findings` and `openings`, which omit deleted
// games. Runs inside the caller's transaction.
void renew_views(const Connection& connection);

// The minimum number of games for SQL indexes by name, event and date. The indexes take about 60
// bytes per game. With fewer games, all rows are read in 0.1 s.
inline constexpr std::int64_t kIndexedGames = 250'000;

bool has_sql_indexes(const Connection& connection);

// Creates the missing SQL indexes, and the view `players` that uses them, inside the caller's
// transaction.
void create_sql_indexes(const Connection& connection);

// Replaces the view `games` on this read-only connection with one that uses subqueries instead of
// joins. Counts are then eight times as fast (2.2 million games in 70 ms, with the SQL indexes),
// but conditions on names cannot use an index.
void replace_joins_by_subqueries(const Connection& connection);

// Adds temporary views to this connection: `persons`, which are players with merged names
// (persons.h), and `person_names`, the person of each name.
void add_person_views(const Connection& connection);

}  // namespace arbiter::sqlite
