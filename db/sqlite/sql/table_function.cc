#include "db/sqlite/sql/table_function.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

#include "db/model/game_reach.h"
#include "db/model/stored_game.h"
#include "lib/base/result.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "lib/patterns/pattern_parser.h"

namespace arbiter::sqlite {
namespace {

// SQLite calls these functions, so they must not throw.

// The objects below begin with structs filled by SQLite.
struct Table {
  Table(sqlite3* database, const TableFunction& called) : function(called), games(database) {}

  sqlite3_vtab base{};
  const TableFunction& function;
  const int argument_column =
      static_cast<int>(
          std::count(function.columns, function.columns + std::strlen(function.columns), ',')) +
      1;
  ReplayedGames games;  // SQLite disconnects tables before it closes a connection
};

struct Cursor {
  sqlite3_vtab_cursor base{};
  SqlRows rows;
  SqlValue argument;
  std::size_t row = 0;
};

Table& table_of(sqlite3_vtab* table) { return *reinterpret_cast<Table*>(table); }
Cursor& cursor_of(sqlite3_vtab_cursor* cursor) { return *reinterpret_cast<Cursor*>(cursor); }

// Reports an error. `message` was allocated by SQLite, or is null if memory is exhausted.
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
  try {
    *table = &(new Table(database, *called))->base;
    return SQLITE_OK;
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  }
}

int disconnect(sqlite3_vtab* table) {
  delete &table_of(table);
  return SQLITE_OK;
}

// Plans a query. The argument is required. An upper bound of the first column is passed on, and
// checked again by SQLite. The plan number is a mask of the used columns; it has 31 bits, and
// functions have fewer columns.
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
    const TableFunction& function = table_of(table).function;
    return fail(table, sqlite3_mprintf("%s needs an argument: %s(%s)", function.name, function.name,
                                       function.argument));
  }
  info->idxNum = static_cast<int>(info->colUsed & INT32_MAX);
  info->estimatedCost = 100;
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    const bool is_limit = constraint.op == SQLITE_INDEX_CONSTRAINT_EQ ||
                          constraint.op == SQLITE_INDEX_CONSTRAINT_LE ||
                          constraint.op == SQLITE_INDEX_CONSTRAINT_LT;
    if (constraint.iColumn != 0 || !is_limit || constraint.usable == 0) continue;
    info->aConstraintUsage[i].argvIndex = 2;
    info->estimatedCost = 50;
    break;
  }
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

int filter(sqlite3_vtab_cursor* base, int columns, const char*, int count, sqlite3_value** values) {
  Cursor& cursor = cursor_of(base);
  Table& table = table_of(base->pVtab);
  cursor.row = 0;
  cursor.rows = {};
  try {
    cursor.argument = sql_value_of(values[0]);
    if (std::holds_alternative<std::nullptr_t>(cursor.argument)) return SQLITE_OK;
    NeededRows needed{.columns = static_cast<std::uint64_t>(columns)};
    if (count > 1 && sqlite3_value_type(values[1]) == SQLITE_INTEGER) {
      needed.max_first = sqlite3_value_int64(values[1]);
    }
    cursor.rows = table.function.call(table.games, cursor.argument, needed);
    return SQLITE_OK;
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  } catch (const std::exception& failure) {
    return fail(base->pVtab, sqlite3_mprintf("%s: %s", table.function.name, failure.what()));
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

// Without xCreate, the module is only a table-valued function, and no table of a file can use it.
constexpr sqlite3_module kModule = [] {
  sqlite3_module module{};
  module.xConnect = connect;
  module.xBestIndex = plan;
  module.xDisconnect = disconnect;
  module.xOpen = open;
  module.xClose = close;
  module.xFilter = filter;
  module.xNext = next;
  module.xEof = at_end;
  module.xColumn = column;
  module.xRowid = row_id;
  return module;
}();

}  // namespace

void add_table_function(sqlite3* database, const TableFunction& function) {
  const int status = sqlite3_create_module(database, function.name, &kModule,
                                           const_cast<TableFunction*>(&function));
  if (status != SQLITE_OK)
    throw IoError(fmt::format("{}: {}", function.name, sqlite3_errstr(status)));
}

SqlValue sql_value_of(sqlite3_value* value) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_NULL:
      return nullptr;
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_value_int64(value)};
    case SQLITE_FLOAT:
      return sqlite3_value_double(value);
    case SQLITE_BLOB: {
      const auto* const bytes = static_cast<const char*>(sqlite3_value_blob(value));
      return SqlBlob{std::string(bytes, static_cast<std::size_t>(sqlite3_value_bytes(value)))};
    }
    default: {
      const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(value));
      return std::string(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
    }
  }
}

void set_sql_result(sqlite3_context* context, const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    sqlite3_result_int64(context, *integer);
  } else if (const auto* real = std::get_if<double>(&value)) {
    sqlite3_result_double(context, *real);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    sqlite3_result_text64(context, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  } else if (const auto* blob = std::get_if<SqlBlob>(&value)) {
    sqlite3_result_blob64(context, blob->bytes.data(), blob->bytes.size(), SQLITE_TRANSIENT);
  } else {
    sqlite3_result_null(context);
  }
}

const std::string& text_in(const SqlValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  throw std::invalid_argument("the argument is not text");
}

std::int64_t integer_in(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  throw std::invalid_argument("the argument is not a whole number");
}

namespace {

std::string san_line(Position position, std::span<const Move> moves) {
  std::string text;
  for (const Move move : moves) {
    const bool is_white = position.turn() == Color::White;
    if (!text.empty()) text += ' ';
    if (is_white || text.empty()) {
      text += fmt::format_int(position.fullmove_number()).c_str();
      text += is_white ? ". " : "... ";
    }
    Position after = position;
    after.play(move);
    text += san_text_of(move, position, after).view();
    position = after;
  }
  return text;
}

}  // namespace

ReplayedGames::ReplayedGames(sqlite3* handle) : connection_(Connection::borrow(handle)) {}

GameReader& ReplayedGames::reader() { return reader_ ? *reader_ : reader_.emplace(*connection_); }

ReplayedGames::Replay& ReplayedGames::replay_of(GameId game) {
  if (last_ && last_->id == game) return *last_;
  last_.reset();
  Replay replay{.id = game, .line = reader().line(game)};
  if (replay.line) {
    StoredGame stored;
    stored.id = game;
    stored.start = replay.line->start;
    replay.first = Position(first_setup(stored));
    replay.position = replay.first;
  }
  return last_.emplace(std::move(replay));
}

std::optional<std::string> ReplayedGames::fen_at(GameId game, std::int64_t ply) {
  Replay& replay = replay_of(game);
  if (!replay.line || ply < 0) return std::nullopt;
  const auto wanted = static_cast<std::size_t>(ply);
  const std::vector<Move>& moves = replay.line->moves;
  if (wanted > moves.size()) return std::nullopt;
  if (wanted < replay.ply) {
    replay.position = replay.first;
    replay.ply = 0;
  }
  while (replay.ply < wanted) replay.position.play(moves[replay.ply++]);
  return fen_of(replay.position);
}

const std::string* ReplayedGames::san_moves(GameId game) {
  Replay& replay = replay_of(game);
  if (!replay.line) return nullptr;
  if (!replay.san) replay.san = san_line(replay.first, replay.line->moves);
  return &*replay.san;
}

const std::string* ReplayedGames::pgn(GameId game) {
  Replay& replay = replay_of(game);
  if (!replay.line) return nullptr;
  if (!replay.pgn) {
    const auto stored = reader().game(game);
    if (!stored) return nullptr;
    replay.pgn = pgn_of(*stored, reader().record(game));
  }
  return &*replay.pgn;
}

std::optional<bool> ReplayedGames::matches(GameId game, const std::string& pattern) {
  if (!plan_ || pattern_ != pattern) {
    const auto read = read_pattern(pattern);
    if (!read) throw std::invalid_argument(read.error());
    plan_ = std::make_shared<const PatternPlan>(*read);
    pattern_ = pattern;
  }
  const Replay& replay = replay_of(game);
  if (!replay.line) return std::nullopt;
  PatternHitScan scan({&plan_, 1}, replay.first.setup(), replay.line->moves);
  while (!scan.holds()) {
    if (!scan.next()) return false;
  }
  return true;
}

}  // namespace arbiter::sqlite
