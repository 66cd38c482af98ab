// Which SQL a connection runs, and how SQLite means to run it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Every statement that the connection begins to run while this lives, with its parameters as
// they were written. One at a time on a connection.
class StatementLog {
 public:
  explicit StatementLog(const Connection& connection);
  StatementLog(const StatementLog&) = delete;
  StatementLog& operator=(const StatementLog&) = delete;
  ~StatementLog();

  const std::set<std::string>& statements() const { return statements_; }

 private:
  const Connection& connection_;
  std::set<std::string> statements_;
};

// The lines of EXPLAIN QUERY PLAN: "SEARCH game USING INTEGER PRIMARY KEY (rowid=?)". Empty for
// statements that have no plan.
std::vector<std::string> query_plan(const Connection& connection, const std::string& sql);

// The lines of the log's plans that read a whole table or index, or sort: "SCAN game".
std::vector<std::string> whole_readings(const Connection& connection, const StatementLog& log);

}  // namespace arbiter::testing
