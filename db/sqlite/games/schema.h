// The tables and views of a database file (README.md).
#pragma once

#include <cstdint>
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

}  // namespace arbiter::sqlite
