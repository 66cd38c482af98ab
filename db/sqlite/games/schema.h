// The tables and views of a database file (README.md), and the check of what a file contains.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// In `user_version`. Files of the oldest one and those after it can be read, the last is written.
inline constexpr std::int32_t kOldestSchema = 1;
inline constexpr std::int32_t kSchemaVersion = 2;

struct TableText {
  std::string name;
  std::string sql;
};

// The tables of a file of that version.
std::vector<TableText> table_texts(std::int64_t version);

// Whether the openings of games are known: not in files of version 1, nor in the first ones of
// version 2, which lack the table and what `fact` and the views say of it.
bool has_openings(const Connection& connection);

// Makes them in an empty file, inside the caller's transaction.
void create_schema(const Connection& connection);

// Makes the tables and views of an older file those of this version, inside the caller's
// transaction. Nothing is in the table of openings yet.
void upgrade_schema(const Connection& connection);

// One table, view, index or trigger.
struct SchemaFault {
  enum class Kind { Foreign, Changed, Missing };

  Kind kind{};
  std::string type;
  std::string name;
};

// "the trigger 'x' is not Arbiter's"
std::string to_string(const SchemaFault& fault);

// Tables that are missing, or are not what they are in a file of its schema: nothing can be read
// from them. That of openings may be missing. About 20 us.
std::vector<SchemaFault> table_faults(const Connection& connection);

// Everything that is not as in a new file of its schema, nor the user's own; the indexes for SQL
// may be missing. About 1 ms.
std::vector<SchemaFault> schema_faults(const Connection& connection);

// A view of Arbiter's that is another in the file: what it shows could be anything, and take
// forever.
std::optional<SchemaFault> changed_view(const Connection& connection);

// Takes the tables and views that are there beside Arbiter's for the user's own, with their indexes
// and triggers: they stay, and keep nobody from writing. Not what is on a table of Arbiter's. Does
// nothing in a transaction that the user has not ended.
void adopt_objects(const Connection& connection);

// "table notes", "view v": the user's own.
std::vector<std::string> own_objects(const Connection& connection);

// Removes what is foreign, inside the caller's transaction. Returns how many objects.
std::size_t remove_foreign(const Connection& connection);

// Makes the views of this schema anew, inside the caller's transaction.
void renew_views(const Connection& connection);

// Makes the views `games`, `players`, `findings` and `openings`, which leave deleted games out.
// Views hold no data: a later version may drop and make them anew.
void create_views(const Connection& connection);

// From so many games on, SQL has indexes by name, event and date. They cost about 60 bytes a game;
// below, all rows are read in 0.1 s.
inline constexpr std::int64_t kIndexedGames = 250'000;

bool has_sql_indexes(const Connection& connection);

// Makes those indexes if they are missing, and the view `players` anew, to use them, inside the
// caller's transaction.
void create_sql_indexes(const Connection& connection);

// On this connection, which only reads, `games` is a temporary view from now on: with those indexes
// it counts eight times as fast (2.2 million games in 70 ms), and finds no name by them.
void look_names_up(const Connection& connection);

// On this connection, from now on: `persons`, the players with the names that were merged
// (person_changes.h) as one, and `person_names`, the person of each name.
void add_person_views(const Connection& connection);

void drop_views(const Connection& connection);

}  // namespace arbiter::sqlite
