// The tables and views of a database file (README.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/sqlite/connection.h"

namespace arbiter::db::games {

// In `user_version`. Files of the oldest one and those after it can be read, the last is written.
inline constexpr std::int32_t kOldestSchema = 1;
inline constexpr std::int32_t kSchemaVersion = 2;

struct TableText {
  std::string name;
  std::string sql;
};

// The tables of a file of that version.
std::vector<TableText> table_texts(std::int64_t version);

// Makes them in an empty file, inside the caller's transaction.
void create_schema(const Connection& connection);

// Makes the tables and views of version 1 those of this one, inside the caller's transaction.
void upgrade_schema(const Connection& connection);

}  // namespace arbiter::db::games
