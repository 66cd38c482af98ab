#include "db/sqlite/sql/sql_guard.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <iterator>
#include <new>
#include <string_view>

#include "db/sqlite/games/schema.h"
#include "db/sqlite/games/views.h"
#include "lib/base/result.h"
#include "lib/base/text.h"

namespace arbiter::sqlite {
namespace {

// All that is in none of these lists is refused.
constexpr int kReadingActions[] = {SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE, SQLITE_TRANSACTION,
                                   SQLITE_SAVEPOINT};

// What they tell is the same with an argument and without.
constexpr std::string_view kAskingPragmas[] = {
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo",
    "integrity_check",   "quick_check",      "table_info", "table_list", "table_xinfo"};

// Tell a value; with an argument they set it.
constexpr std::string_view kTellingPragmas[] = {
    "application_id", "auto_vacuum",        "busy_timeout",   "cache_size",
    "collation_list", "compile_options",    "data_version",   "database_list",
    "encoding",       "foreign_keys",       "freelist_count", "function_list",
    "journal_mode",   "journal_size_limit", "locking_mode",   "max_page_count",
    "mmap_size",      "module_list",        "page_count",     "page_size",
    "pragma_list",    "query_only",         "schema_version", "secure_delete",
    "synchronous",    "temp_store",         "threads",        "trusted_schema",
    "user_version",   "wal_autocheckpoint"};

// Settings of a connection, and care of a file.
constexpr std::string_view kWritingPragmas[] = {
    "cache_size", "case_sensitive_like", "defer_foreign_keys", "foreign_keys",
    "optimize",   "recursive_triggers",  "wal_checkpoint"};

constexpr std::string_view kHarmfulFunctions[] = {"fts3_tokenizer", "load_extension"};

struct ActName {
  int action;
  const char* act;  // {} is what it is done to
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

// Names of SQL are the same in capitals. Nothing is an empty text.
std::string lower(const char* text) {
  return to_small(std::string_view(text == nullptr ? "" : text));
}

// SQLite keeps its own list of tables there, and lets no statement write to it directly.
bool is_schema_table(const std::string& name) {
  return name == "sqlite_master" || name == "sqlite_temp_master";
}

// `PRAGMA query_only = ''` has an argument.
enum class Argument { None, Given };

// Pragmas come with their argument as the second. SQLite asks for the update where a function that
// gives rows is used for the first time; it lets no statement do that.
bool is_reading(int action, const std::string& first, Argument argument) {
  if (action == SQLITE_UPDATE) return first == "sqlite_master";
  if (action != SQLITE_PRAGMA) return contains(kReadingActions, action);
  return contains(kAskingPragmas, first) ||
         (argument == Argument::None && contains(kTellingPragmas, first));
}

// Of these the second name is that of the table.
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

// The names of all that a new database has.
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

}  // namespace

SqlGuard::SqlGuard(const Connection& connection, SqlRights rights)
    : handle_(connection.handle()), rights_(rights), ours_(names_of_schema()) {
  sqlite3_set_authorizer(handle_, authorize, this);
}

SqlGuard::~SqlGuard() { sqlite3_set_authorizer(handle_, nullptr, nullptr); }

bool SqlGuard::allows(int action, const std::string& first, const char* argument) const {
  const std::string second = lower(argument);
  if (action == SQLITE_FUNCTION) return !contains(kHarmfulFunctions, second);
  const Argument kind = argument == nullptr ? Argument::None : Argument::Given;
  if (rights_ == SqlRights::WriteInternals || is_reading(action, first, kind)) return true;
  if (rights_ == SqlRights::Read) return false;
  if (action == SQLITE_PRAGMA) return contains(kWritingPragmas, first);
  if (action == SQLITE_ATTACH) return false;  // VACUUM INTO, too, which would leave half a file
  return is_schema_table(first) ||
         (!ours_.contains(first) && !(is_about_table(action) && ours_.contains(second)));
}

int SqlGuard::authorize(void* guard, int action, const char* first, const char* second, const char*,
                        const char*) try {
  auto& self = *static_cast<SqlGuard*>(guard);
  const std::string object = lower(first);
  if (self.allows(action, object, second)) return SQLITE_OK;
  using Reason = SqlRefusal::Reason;
  self.refusal_ = {act_of(action, object, lower(second)),
                   action == SQLITE_FUNCTION         ? Reason::Harmful
                   : self.rights_ == SqlRights::Read ? Reason::OnlyReading
                                                     : Reason::Internal};
  return SQLITE_DENY;
} catch (const std::bad_alloc&) {  // not through SQLite
  return SQLITE_DENY;
}

}  // namespace arbiter::sqlite
