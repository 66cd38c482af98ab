// The SQL statements that a connection runs, and their query plans.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Records every statement that the connection begins to run while this object lives, with
// placeholders for its parameters. Only one at a time on a connection.
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
// statements without a plan.
std::vector<std::string> query_plan(const Connection& connection, const std::string& sql);

// The lines of the log's plans that read a whole table or index, or sort: "SCAN game".
std::vector<std::string> whole_readings(const Connection& connection, const StatementLog& log);

}  // namespace arbiter::testing
