// SQL functions that return rows: SELECT * FROM position_games('...').
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>

#include "db/sqlite/sql/replayed_games.h"

struct sqlite3;
struct sqlite3_context;
struct sqlite3_value;

namespace arbiter::sqlite {

struct SqlBlob {
  std::string bytes;
  friend bool operator==(const SqlBlob&, const SqlBlob&) = default;
};

// NULL, an integer, a real number, a text or bytes.
using SqlValue = std::variant<std::nullptr_t, std::int64_t, double, std::string, SqlBlob>;

// The result of a call, cell by cell, so that long results are not stored.
struct SqlRows {
  std::size_t size = 0;
  std::function<SqlValue(std::size_t row, std::size_t column)> cell;
};

// A function that returns rows. Its texts have static storage.
struct TableFunction {
  const char* name;
  const char* argument;  // the name of the one argument
  const char* columns;   // declared as in CREATE TABLE: "game INTEGER, ply INTEGER"
  // `games` lives as long as the table. Throws std::exception.
  SqlRows (*call)(ReplayedGames& games, const SqlValue& argument);
};

// Adds `function`, which has static storage, to `database`. Throws IoError.
void add_table_function(sqlite3* database, const TableFunction& function);

SqlValue sql_value_of(sqlite3_value* value);
void set_sql_result(sqlite3_context* context, const SqlValue& value);

// Returns the argument as a text or an integer. Throws std::invalid_argument if it has another
// type.
const std::string& text_in(const SqlValue& value);
std::int64_t integer_in(const SqlValue& value);

}  // namespace arbiter::sqlite
