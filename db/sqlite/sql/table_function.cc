#include "db/sqlite/sql/table_function.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>

#include "db/sqlite/sql/sql_value.h"
#include "lib/base/result.h"

namespace arbiter::sqlite {
namespace {

// What SQLite calls here throws nothing: SQLite could not let go of what it holds.

// SQLite's objects begin with its own structs, which it fills.
struct Table {
  sqlite3_vtab base{};
  sqlite3* database = nullptr;
  const TableFunction* function = nullptr;
  int argument_column = 0;
};

struct Cursor {
  sqlite3_vtab_cursor base{};
  SqlRows rows;
  SqlValue argument;
  std::size_t row = 0;
};

Table& table_of(sqlite3_vtab* table) { return *reinterpret_cast<Table*>(table); }
Cursor& cursor_of(sqlite3_vtab_cursor* cursor) { return *reinterpret_cast<Cursor*>(cursor); }

// `message` is SQLite's own memory, or none where there is no more.
int fail(sqlite3_vtab* table, char* message) {
  sqlite3_free(table->zErrMsg);
  table->zErrMsg = message;
  return message == nullptr ? SQLITE_NOMEM : SQLITE_ERROR;
}

int connect(sqlite3* database, void* function, int, const char* const*, sqlite3_vtab** table,
            char**) {
  const auto* const called = static_cast<const TableFunction*>(function);
  char* columns =
      sqlite3_mprintf("CREATE TABLE x(%s, %s HIDDEN)", called->columns, called->argument);
  const int status = columns == nullptr ? SQLITE_NOMEM : sqlite3_declare_vtab(database, columns);
  sqlite3_free(columns);
  if (status != SQLITE_OK) return status;
  sqlite3_vtab_config(database, SQLITE_VTAB_DIRECTONLY);
  auto* const made = new (std::nothrow) Table;
  if (made == nullptr) return SQLITE_NOMEM;
  made->database = database;
  made->function = called;
  made->argument_column =
      static_cast<int>(
          std::count(called->columns, called->columns + std::strlen(called->columns), ',')) +
      1;
  *table = &made->base;
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete &table_of(table);
  return SQLITE_OK;
}

// The argument has to be known; nothing else is of use.
int plan(sqlite3_vtab* table, sqlite3_index_info* info) {
  bool is_usable = false;
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    if (constraint.iColumn != table_of(table).argument_column) continue;
    if (constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (constraint.usable == 0) return SQLITE_CONSTRAINT;
    info->aConstraintUsage[i].argvIndex = 1;
    info->aConstraintUsage[i].omit = 1;
    is_usable = true;
    break;
  }
  if (!is_usable) {
    const TableFunction& function = *table_of(table).function;
    return fail(table, sqlite3_mprintf("%s needs its argument: %s(%s)", function.name,
                                       function.name, function.argument));
  }
  info->estimatedCost = 100;
  info->estimatedRows = 100;
  return SQLITE_OK;
}

int open(sqlite3_vtab*, sqlite3_vtab_cursor** cursor) {
  auto* const made = new (std::nothrow) Cursor;
  if (made == nullptr) return SQLITE_NOMEM;
  *cursor = &made->base;
  return SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor) {
  delete &cursor_of(cursor);
  return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor* base, int, const char*, int, sqlite3_value** values) {
  Cursor& cursor = cursor_of(base);
  const Table& table = table_of(base->pVtab);
  cursor.row = 0;
  cursor.rows = {};
  try {
    cursor.argument = sql_value_of(values[0]);
    if (std::holds_alternative<std::nullptr_t>(cursor.argument)) return SQLITE_OK;
    cursor.rows = table.function->call(table.database, cursor.argument);
    return SQLITE_OK;
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  } catch (const std::exception& failure) {
    return fail(base->pVtab, sqlite3_mprintf("%s: %s", table.function->name, failure.what()));
  }
}

int next(sqlite3_vtab_cursor* cursor) {
  ++cursor_of(cursor).row;
  return SQLITE_OK;
}

int at_end(sqlite3_vtab_cursor* cursor) {
  return cursor_of(cursor).row >= cursor_of(cursor).rows.size ? 1 : 0;
}

int column(sqlite3_vtab_cursor* base, sqlite3_context* context, int number) {
  const Cursor& cursor = cursor_of(base);
  try {
    const bool is_argument = number == table_of(base->pVtab).argument_column;
    set_sql_result(context, is_argument
                                ? cursor.argument
                                : cursor.rows.cell(cursor.row, static_cast<std::size_t>(number)));
    return SQLITE_OK;
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  } catch (const std::exception& failure) {
    return fail(base->pVtab, sqlite3_mprintf("%s", failure.what()));
  }
}

int row_id(sqlite3_vtab_cursor* cursor, sqlite3_int64* id) {
  *id = static_cast<sqlite3_int64>(cursor_of(cursor).row);
  return SQLITE_OK;
}

// Without xCreate, so that the name is a function and never a table in a file.
constexpr sqlite3_module kModule = {
    .iVersion = 0,
    .xCreate = nullptr,
    .xConnect = connect,
    .xBestIndex = plan,
    .xDisconnect = disconnect,
    .xDestroy = nullptr,
    .xOpen = open,
    .xClose = close,
    .xFilter = filter,
    .xNext = next,
    .xEof = at_end,
    .xColumn = column,
    .xRowid = row_id,
    .xUpdate = nullptr,
    .xBegin = nullptr,
    .xSync = nullptr,
    .xCommit = nullptr,
    .xRollback = nullptr,
    .xFindFunction = nullptr,
    .xRename = nullptr,
    .xSavepoint = nullptr,
    .xRelease = nullptr,
    .xRollbackTo = nullptr,
    .xShadowName = nullptr,
};

}  // namespace

void add_table_function(sqlite3* database, const TableFunction& function) {
  const int status = sqlite3_create_module(database, function.name, &kModule,
                                           const_cast<TableFunction*>(&function));
  if (status != SQLITE_OK)
    throw IoError(fmt::format("{}: {}", function.name, sqlite3_errstr(status)));
}

}  // namespace arbiter::sqlite
