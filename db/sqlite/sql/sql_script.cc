#include "db/sqlite/sql/sql_script.h"

#include <sqlite3.h>

#include <memory>

#include "db/sqlite/sql/sql_value.h"

namespace arbiter::sqlite {
namespace {

struct Finalize {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Prepared = std::unique_ptr<sqlite3_stmt, Finalize>;

void announce(sqlite3_stmt* statement, SqlListener& listener) {
  std::vector<std::string> names;
  for (int i = 0; i < sqlite3_column_count(statement); ++i) {
    names.emplace_back(sqlite3_column_name(statement, i));
  }
  if (!names.empty()) listener.on_columns(names);
}

// SQLITE_DONE, or what went wrong.
int run_statement(sqlite3_stmt* statement, SqlListener& listener) {
  announce(statement, listener);
  std::vector<SqlValue> values(static_cast<std::size_t>(sqlite3_column_count(statement)));
  for (;;) {
    const int status = sqlite3_step(statement);
    if (status != SQLITE_ROW) return status;
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = sql_value_of(sqlite3_column_value(statement, static_cast<int>(i)));
    }
    listener.on_row(values);
  }
}

}  // namespace

std::optional<std::string> run_script(const Connection& connection, std::string_view sql,
                                      SqlListener& listener) {
  sqlite3* const handle = connection.handle();
  while (!sql.empty()) {
    sqlite3_stmt* made = nullptr;
    const char* rest = nullptr;
    const int status =
        sqlite3_prepare_v2(handle, sql.data(), static_cast<int>(sql.size()), &made, &rest);
    const Prepared statement(made);
    if (status != SQLITE_OK) return sqlite3_errmsg(handle);
    sql.remove_prefix(static_cast<std::size_t>(rest - sql.data()));
    if (statement && run_statement(statement.get(), listener) != SQLITE_DONE) {
      return sqlite3_errmsg(handle);
    }
  }
  return std::nullopt;
}

}  // namespace arbiter::sqlite
