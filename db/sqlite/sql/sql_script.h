// SQL scripts of users, and the rights that they have in a database.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "db/sqlite/file/connection.h"
#include "db/sqlite/sql/table_function.h"

struct sqlite3;

namespace arbiter::sqlite {

enum class SqlRights : std::uint8_t {
  Read,           // changes neither files nor settings
  Write,          // changes other tables and views in the file, but not Arbiter's
  WriteInternals  // changes everything
};

// The reason why a statement was rejected.
struct SqlRefusal {
  enum class Reason : std::uint8_t { OnlyReading, Internal, Harmful };

  std::string act;  // the rejected action, such as "delete from game"; empty if there is none
  Reason reason = Reason::OnlyReading;
};

// A scope in which all statements that are prepared on a connection are checked.
class SqlGuard {
 public:
  SqlGuard(const Connection& connection, SqlRights rights);
  SqlGuard(const SqlGuard&) = delete;
  SqlGuard& operator=(const SqlGuard&) = delete;
  ~SqlGuard();

  void suspend() const;
  void resume();

  // Returns the last rejected statement.
  const SqlRefusal& refusal() const { return refusal_; }
  // Returns whether any statement prepared since the last call changes the schema.
  bool take_schema_change() { return std::exchange(changes_schema_, false); }

 private:
  static int authorize(void* guard, int action, const char* first, const char* second, const char*,
                       const char*);
  bool allows(int action, const std::string& first, const char* argument) const;

  sqlite3* handle_;
  SqlRights rights_;
  std::set<std::string> ours_;  // Arbiter's tables, views and indexes
  SqlRefusal refusal_;
  bool changes_schema_ = false;
};

// A receiver of the results of a script, statement by statement.
class SqlListener {
 public:
  virtual ~SqlListener() = default;
  // Called for a statement with columns, before its rows.
  virtual void on_columns(std::span<const std::string> names) = 0;
  virtual void on_row(std::span<const SqlValue> values) = 0;
};

// The value of the parameters :name, @name and $name. The name "3" is that of ?3 and of the third
// ?.
struct SqlParameter {
  std::string name;
  SqlValue value;
};

struct SqlScript {
  std::string_view text;  // statements, separated by semicolons
  std::span<const SqlParameter> parameters = {};
  std::optional<std::chrono::milliseconds> timeout = {};  // for all statements together
  std::optional<std::uint64_t> memory = {};  // maximum number of bytes that SQLite may allocate
};

// Runs all statements in order. Returns the error of the first one that fails; later ones are not
// run. A parameter without a value is an error. The memory limit applies to all connections of the
// program until the script ends.
std::optional<std::string> run_script(const Connection& connection, const SqlScript& script,
                                      SqlListener& listener);

// Runs a script with all functions and views of Arbiter, limited to these rights. Returns the error
// of run_script(), or the reason why a statement was rejected.
std::optional<std::string> run_guarded_script(const Connection& connection, SqlRights rights,
                                              const SqlScript& script, SqlListener& listener);

}  // namespace arbiter::sqlite
