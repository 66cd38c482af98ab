// SQL as a user writes it, and what it may do to a database.
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
  Read,           // changes nothing: no file, no setting
  Write,          // changes other tables and views in the file, but not Arbiter's
  WriteInternals  // changes everything
};

// The reason why a statement was rejected.
struct SqlRefusal {
  enum class Reason : std::uint8_t { OnlyReading, Internal, Harmful };

  std::string act;  // the rejected act: "delete from game"; empty: none
  Reason reason = Reason::OnlyReading;
};

// Checks all statements that are prepared on a connection while it lives.
class SqlGuard {
 public:
  SqlGuard(const Connection& connection, SqlRights rights);
  SqlGuard(const SqlGuard&) = delete;
  SqlGuard& operator=(const SqlGuard&) = delete;
  ~SqlGuard();

  // Allows everything, or checks again.
  void suspend() const;
  void resume();

  // The last rejected statement.
  const SqlRefusal& refusal() const { return refusal_; }
  // Whether a statement was prepared since the last call that changes tables, views and so on.
  bool take_schema_change() { return std::exchange(changes_schema_, false); }

 private:
  static int authorize(void* guard, int action, const char* first, const char* second, const char*,
                       const char*);
  bool allows(int action, const std::string& first, const char* argument) const;

  sqlite3* handle_;
  SqlRights rights_;
  std::set<std::string> ours_;  // tables, views and indexes
  SqlRefusal refusal_;
  bool changes_schema_ = false;
};

// Receives the results of a script, statement by statement.
class SqlListener {
 public:
  virtual ~SqlListener() = default;
  // Called before the rows of a statement with columns.
  virtual void on_columns(std::span<const std::string> names) = 0;
  virtual void on_row(std::span<const SqlValue> values) = 0;
};

// The value of the parameters :name, @name and $name; "3" is the name of ?3 and of the third ?.
struct SqlParameter {
  std::string name;
  SqlValue value;
};

struct SqlScript {
  std::string_view text;  // statements, separated by semicolons
  std::span<const SqlParameter> parameters = {};
  std::optional<std::chrono::milliseconds> timeout = {};  // of all statements together
  std::optional<std::uint64_t> memory = {};               // bytes that SQLite may allocate
};

// Runs all statements in their order. Returns the error of the first one that fails; the rest is
// not run. A parameter without a value is an error. The memory limit applies to all connections of
// the program until the script ends.
std::optional<std::string> run_script(const Connection& connection, const SqlScript& script,
                                      SqlListener& listener);

// Runs a script with all functions and views of Arbiter, within these rights. Returns the error, as
// run_script() does, or the reason why a statement was rejected.
std::optional<std::string> run_guarded_script(const Connection& connection, SqlRights rights,
                                              const SqlScript& script, SqlListener& listener);

}  // namespace arbiter::sqlite
