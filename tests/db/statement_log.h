// The SQL statements that a connection executes, and their query plans.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

// Records every statement executed on the connection while this object exists, with placeholders
// for parameters. A connection can have only one log at a time.
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

// Returns the lines of EXPLAIN QUERY PLAN, such as "SEARCH game USING INTEGER PRIMARY KEY
// (rowid=?)". Empty for statements without a plan.
std::vector<std::string> query_plan(const Connection& connection, const std::string& sql);

// Returns the lines of the log's query plans that scan a table or index, or sort, such as "SCAN
// game".
std::vector<std::string> whole_readings(const Connection& connection, const StatementLog& log);

}  // namespace arbiter::testing
