#include "db/sqlite/sql/sql_script.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <new>
#include <utility>

#include "db/sqlite/games/schema.h"
#include "db/sqlite/sql/sql_functions.h"
#include "lib/base/result.h"
#include "lib/base/text.h"
#include "lib/io/byte_source.h"

namespace arbiter::sqlite {
namespace {

// Actions that only read. Actions outside of these lists are rejected.
constexpr int kReadingActions[] = {SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE, SQLITE_TRANSACTION,
                                   SQLITE_SAVEPOINT};

// Actions that change the schema of the file.
constexpr int kSchemaActions[] = {SQLITE_ALTER_TABLE,  SQLITE_CREATE_INDEX,   SQLITE_CREATE_TABLE,
                                  SQLITE_CREATE_VIEW,  SQLITE_CREATE_TRIGGER, SQLITE_CREATE_VTABLE,
                                  SQLITE_DROP_INDEX,   SQLITE_DROP_TABLE,     SQLITE_DROP_VIEW,
                                  SQLITE_DROP_TRIGGER, SQLITE_DROP_VTABLE};

// Pragmas that only read, with or without an argument.
constexpr std::string_view kReadingPragmas[] = {
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo",
    "integrity_check",   "quick_check",      "table_info", "table_list", "table_xinfo"};

// Pragmas that return a value; with an argument they set it.
constexpr std::string_view kValuePragmas[] = {
    "application_id", "auto_vacuum",        "busy_timeout",   "cache_size",
    "collation_list", "compile_options",    "data_version",   "database_list",
    "encoding",       "foreign_keys",       "freelist_count", "function_list",
    "journal_mode",   "journal_size_limit", "locking_mode",   "max_page_count",
    "mmap_size",      "module_list",        "page_count",     "page_size",
    "pragma_list",    "query_only",         "schema_version", "secure_delete",
    "synchronous",    "temp_store",         "threads",        "trusted_schema",
    "user_version",   "wal_autocheckpoint"};

// Pragmas that change a connection or maintain a file.
constexpr std::string_view kWritingPragmas[] = {
    "cache_size", "case_sensitive_like", "defer_foreign_keys", "foreign_keys",
    "optimize",   "recursive_triggers",  "wal_checkpoint"};

constexpr std::string_view kHarmfulFunctions[] = {"fts3_tokenizer", "load_extension"};

struct ActName {
  int action;
  const char* act;  // {} is replaced with the object
};

constexpr ActName kActs[] = {
    {SQLITE_CREATE_INDEX, "create the index {}"},
    {SQLITE_CREATE_TABLE, "create the table {}"},
    {SQLITE_CREATE_TEMP_INDEX, "create the temporary index {}"},
    {SQLITE_CREATE_TEMP_TABLE, "create the temporary table {}"},
    {SQLITE_CREATE_TEMP_TRIGGER, "create the temporary trigger {}"},
    {SQLITE_CREATE_TEMP_VIEW, "create the temporary view {}"},
    {SQLITE_CREATE_TRIGGER, "create the trigger {}"},
    {SQLITE_CREATE_VIEW, "create the view {}"},
    {SQLITE_CREATE_VTABLE, "create the virtual table {}"},
    {SQLITE_DELETE, "delete from {}"},
    {SQLITE_DROP_INDEX, "drop the index {}"},
    {SQLITE_DROP_TABLE, "drop the table {}"},
    {SQLITE_DROP_TEMP_TRIGGER, "drop the temporary trigger {}"},
    {SQLITE_DROP_TRIGGER, "drop the trigger {}"},
    {SQLITE_DROP_VIEW, "drop the view {}"},
    {SQLITE_DROP_VTABLE, "drop the virtual table {}"},
    {SQLITE_INSERT, "insert into {}"},
    {SQLITE_UPDATE, "update {}"},
    {SQLITE_PRAGMA, "set or run PRAGMA {}"},
    {SQLITE_ATTACH, "open another file (ATTACH or VACUUM)"},
    {SQLITE_DETACH, "detach {}"},
    {SQLITE_ANALYZE, "analyze {}"},
    {SQLITE_REINDEX, "rebuild the index {}"},
};

bool contains(const auto& list, const auto& value) {
  return std::ranges::find(list, value) != std::ranges::end(list);
}

// Returns a name in lower case, because SQL ignores case. Null becomes an empty text.
std::string lower(const char* text) {
  return to_small(std::string_view(text == nullptr ? "" : text));
}

// Returns whether this is the table in which SQLite lists all tables. No statement can write to it.
bool is_schema_table(const std::string& name) {
  return name == "sqlite_master" || name == "sqlite_temp_master";
}

// Sets whether a pragma has an argument; `PRAGMA query_only = ''` has one.
enum class Argument { None, Given };

// Returns whether an action only reads. For pragmas, the second name is the argument. When a
// function that returns rows is first used, SQLite requests an update of its table list, which no
// statement can execute itself.
bool is_reading(int action, const std::string& first, Argument argument) {
  if (action == SQLITE_UPDATE) return first == "sqlite_master";
  if (action != SQLITE_PRAGMA) return contains(kReadingActions, action);
  return contains(kReadingPragmas, first) ||
         (argument == Argument::None && contains(kValuePragmas, first));
}

// Returns whether the second name is a table name.
bool is_about_table(int action) {
  constexpr int kActions[] = {
      SQLITE_CREATE_INDEX,    SQLITE_CREATE_TEMP_INDEX, SQLITE_DROP_INDEX,
      SQLITE_DROP_TEMP_INDEX, SQLITE_CREATE_TRIGGER,    SQLITE_CREATE_TEMP_TRIGGER,
      SQLITE_DROP_TRIGGER,    SQLITE_DROP_TEMP_TRIGGER, SQLITE_ALTER_TABLE};
  return contains(kActions, action);
}

std::string act_of(int action, const std::string& first, const std::string& second) {
  if (action == SQLITE_FUNCTION) return fmt::format("call {}", second);
  if (action == SQLITE_ALTER_TABLE) return fmt::format("alter the table {}", second);
  if (is_schema_table(first)) return "change the list of tables and views";
  const auto* const known = std::ranges::find(kActs, action, &ActName::action);
  if (known == std::end(kActs)) return fmt::format("use {}", first);
  return fmt::format(fmt::runtime(known->act), first);
}

// Returns the names of all objects in a new database.
std::set<std::string> names_of_schema() {
  auto empty = Connection::open(std::string(Connection::kInMemory), Access::Create);
  if (!empty) throw IoError(empty.error());
  create_schema(**empty);
  create_sql_indexes(**empty);
  std::set<std::string> names;
  Statement query = (*empty)->prepare("SELECT name FROM sqlite_master");
  while (query.step()) names.insert(to_small(query.text(0)));
  return names;
}

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

// Runs a statement. Returns SQLITE_DONE or the error.
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

// Returns the parameter's name without its sign, or its number: "name" for ":name", "2" for the
// second "?".
std::string parameter_name(sqlite3_stmt* statement, int index) {
  const char* name = sqlite3_bind_parameter_name(statement, index);
  return name == nullptr ? fmt::format("{}", index) : std::string(name + 1);
}

void bind_value(sqlite3_stmt* statement, int index, const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    sqlite3_bind_int64(statement, index, *integer);
  } else if (const auto* real = std::get_if<double>(&value)) {
    sqlite3_bind_double(statement, index, *real);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    sqlite3_bind_text64(statement, index, text->data(), text->size(), SQLITE_TRANSIENT,
                        SQLITE_UTF8);
  } else if (const auto* blob = std::get_if<SqlBlob>(&value)) {
    sqlite3_bind_blob64(statement, index, blob->bytes.data(), blob->bytes.size(), SQLITE_TRANSIENT);
  }
}

// Binds the parameters. Returns an error if one of them has no value.
std::optional<std::string> bind_parameters(sqlite3_stmt* statement,
                                           std::span<const SqlParameter> parameters) {
  const int count = sqlite3_bind_parameter_count(statement);
  for (int index = 1; index <= count; ++index) {
    const std::string name = parameter_name(statement, index);
    const auto given = std::ranges::find(parameters, name, &SqlParameter::name);
    if (given == parameters.end()) {
      return fmt::format("the parameter '{0}' has no value; set it with --param {0}=VALUE", name);
    }
    bind_value(statement, index, given->value);
  }
  return std::nullopt;
}

// A scope in which the limits of a script apply.
class ScriptLimits {
 public:
  ScriptLimits(const Connection& connection, const SqlScript& script) : connection_(connection) {
    if (script.memory) {
      old_memory_ = sqlite3_hard_heap_limit64(static_cast<sqlite3_int64>(*script.memory));
    }
    if (script.timeout) {
      connection_.set_deadline(std::chrono::steady_clock::now() + *script.timeout);
    }
  }
  ScriptLimits(const ScriptLimits&) = delete;
  ScriptLimits& operator=(const ScriptLimits&) = delete;
  ~ScriptLimits() {
    connection_.set_deadline(std::nullopt);
    if (old_memory_) sqlite3_hard_heap_limit64(*old_memory_);
  }

 private:
  const Connection& connection_;
  std::optional<sqlite3_int64> old_memory_;
};

// Returns the error of the last call.
std::string fault_of(sqlite3* handle, const SqlScript& script) {
  const int code = sqlite3_errcode(handle) & 0xff;
  if (code == SQLITE_INTERRUPT && Connection::is_interrupted()) throw Interrupted();
  if (code == SQLITE_INTERRUPT && script.timeout) {
    return fmt::format("timed out after {} s (--timeout)",
                       std::chrono::duration<double>(*script.timeout).count());
  }
  if (code == SQLITE_NOMEM && script.memory) {
    return fmt::format("out of memory: the limit is {} MB (--memory)", *script.memory >> 20);
  }
  return sqlite3_errmsg(handle);
}

}  // namespace

SqlGuard::SqlGuard(const Connection& connection, SqlRights rights)
    : handle_(connection.handle()), rights_(rights), ours_(names_of_schema()) {
  resume();
}

SqlGuard::~SqlGuard() { suspend(); }

void SqlGuard::suspend() const { sqlite3_set_authorizer(handle_, nullptr, nullptr); }
void SqlGuard::resume() { sqlite3_set_authorizer(handle_, authorize, this); }

bool SqlGuard::allows(int action, const std::string& first, const char* argument) const {
  const std::string second = lower(argument);
  if (action == SQLITE_FUNCTION) return !contains(kHarmfulFunctions, second);
  const Argument kind = argument == nullptr ? Argument::None : Argument::Given;
  if (rights_ == SqlRights::WriteInternals || is_reading(action, first, kind)) return true;
  if (rights_ == SqlRights::Read) return false;
  if (action == SQLITE_PRAGMA) return contains(kWritingPragmas, first);
  // This also rejects VACUUM INTO, which could leave an incomplete file.
  if (action == SQLITE_ATTACH) return false;
  return is_schema_table(first) ||
         (!ours_.contains(first) && !(is_about_table(action) && ours_.contains(second)));
}

int SqlGuard::authorize(void* guard, int action, const char* first, const char* second, const char*,
                        const char*) try {
  auto& self = *static_cast<SqlGuard*>(guard);
  const std::string object = lower(first);
  if (self.allows(action, object, second)) {
    self.changes_schema_ = self.changes_schema_ || contains(kSchemaActions, action);
    return SQLITE_OK;
  }
  using Reason = SqlRefusal::Reason;
  self.refusal_ = {act_of(action, object, lower(second)),
                   action == SQLITE_FUNCTION         ? Reason::Harmful
                   : self.rights_ == SqlRights::Read ? Reason::OnlyReading
                                                     : Reason::Internal};
  return SQLITE_DENY;
} catch (const std::bad_alloc&) {  // the memory was not allocated by SQLite
  return SQLITE_DENY;
}

namespace {

// Runs a statement that changes the schema, and registers the user's own objects in the same
// transaction.
std::optional<std::string> run_schema_change(const Connection& connection, const SqlScript& script,
                                             Prepared statement, SqlListener& listener,
                                             SqlGuard& guard) {
  std::optional<Transaction> transaction;
  if (!connection.is_in_transaction()) transaction.emplace(connection);
  if (run_statement(statement.get(), listener) != SQLITE_DONE) {
    return fault_of(connection.handle(), script);
  }
  statement.reset();
  guard.suspend();
  adopt_objects(connection);
  if (transaction) transaction->commit();
  guard.resume();
  return std::nullopt;
}

std::optional<std::string> run_all(const Connection& connection, const SqlScript& script,
                                   SqlListener& listener, SqlGuard* guard) {
  sqlite3* const handle = connection.handle();
  const ScriptLimits limits(connection, script);
  std::string_view sql = script.text;
  while (!sql.empty()) {
    sqlite3_stmt* made = nullptr;
    const char* rest = nullptr;
    const int status =
        sqlite3_prepare_v2(handle, sql.data(), static_cast<int>(sql.size()), &made, &rest);
    Prepared statement(made);
    if (status != SQLITE_OK) return fault_of(handle, script);
    sql.remove_prefix(static_cast<std::size_t>(rest - sql.data()));
    if (!statement) continue;
    if (auto fault = bind_parameters(statement.get(), script.parameters)) return fault;
    if (guard != nullptr && guard->take_schema_change()) {
      auto fault = run_schema_change(connection, script, std::move(statement), listener, *guard);
      if (fault) return fault;
    } else if (run_statement(statement.get(), listener) != SQLITE_DONE) {
      return fault_of(handle, script);
    }
  }
  return std::nullopt;
}

// Returns a message that is more precise than SQLite's "not authorized".
std::string message_of(const SqlRefusal& refusal) {
  switch (refusal.reason) {
    case SqlRefusal::Reason::OnlyReading:
      return fmt::format("a statement would {}, but `arbiter sql` is read-only; see --write",
                         refusal.act);
    case SqlRefusal::Reason::Internal:
      return fmt::format("a statement would {}, which Arbiter relies on; see --write-internals",
                         refusal.act);
    default:
      return fmt::format("a statement would {}, which is not allowed", refusal.act);
  }
}

bool mentions(std::string_view script, std::string_view word) {
  return to_small(script).find(word) != std::string::npos;
}

// Returns whether a statement may read the names of players or events: whether it has one of their
// columns. `white_elo` is another column.
bool mentions_names(std::string_view script) {
  constexpr std::array<std::string_view, 3> kColumns = {"white", "black", "event"};
  const auto in_word = [](char c) { return c == '_' || is_letter(c) || is_digit(c); };
  const std::string small = to_small(script);
  for (auto word = small.begin(); word != small.end();) {
    const auto end = std::find_if_not(word, small.end(), in_word);
    if (std::ranges::find(kColumns, std::string_view(word, end)) != kColumns.end()) return true;
    word = std::find_if(end, small.end(), in_word);
  }
  return false;
}

}  // namespace

std::optional<std::string> run_script(const Connection& connection, const SqlScript& script,
                                      SqlListener& listener) {
  return run_all(connection, script, listener, nullptr);
}

std::optional<std::string> run_guarded_script(const Connection& connection, SqlRights rights,
                                              const SqlScript& script, SqlListener& listener) {
  if (const auto view = changed_view(connection)) {
    return fmt::format("{}; `arbiter upgrade --clean` restores it", to_string(*view));
  }
  add_sql_functions(connection.handle());
  if (rights == SqlRights::Read && has_sql_indexes(connection) && !mentions_names(script.text)) {
    replace_joins_by_subqueries(connection);
  }
  if (mentions(script.text, "person")) add_person_views(connection);
  SqlGuard guard(connection, rights);
  auto fault = run_all(connection, script, listener, &guard);
  if (fault && !guard.refusal().act.empty()) return message_of(guard.refusal());
  return fault;
}

}  // namespace arbiter::sqlite
