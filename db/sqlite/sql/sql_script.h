// SQL as a user writes it: several statements, any columns.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "db/sqlite/sql/table_function.h"

namespace arbiter::sqlite {

// Receives the answers of a script, statement by statement.
class SqlListener {
 public:
  virtual ~SqlListener() = default;
  // Before the rows of a statement that has columns.
  virtual void on_columns(std::span<const std::string> names) = 0;
  virtual void on_row(std::span<const SqlValue> values) = 0;
};

// Runs all statements in their order. What SQLite objects to, a wrong name or a constraint, is
// returned as a sentence, and the rest is not run.
std::optional<std::string> run_script(const Connection& connection, std::string_view sql,
                                      SqlListener& listener);

}  // namespace arbiter::sqlite
