#include "tests/db/statement_log.h"

#include <sqlite3.h>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

int note_statement(unsigned /*event*/, void* statements, void* statement, void* /*text*/) {
  const char* sql = sqlite3_sql(static_cast<sqlite3_stmt*>(statement));
  if (sql != nullptr) static_cast<std::set<std::string>*>(statements)->insert(sql);
  return 0;
}

bool has_plan(const std::string& sql) {
  return sql.starts_with("SELECT") || sql.starts_with("INSERT") || sql.starts_with("UPDATE") ||
         sql.starts_with("DELETE") || sql.starts_with("WITH");
}

}  // namespace

StatementLog::StatementLog(const Connection& connection) : connection_(connection) {
  sqlite3_trace_v2(connection.handle(), SQLITE_TRACE_STMT, note_statement, &statements_);
}

StatementLog::~StatementLog() { sqlite3_trace_v2(connection_.handle(), 0, nullptr, nullptr); }

std::vector<std::string> query_plan(const Connection& connection, const std::string& sql) {
  std::vector<std::string> lines;
  if (!has_plan(sql)) return lines;
  Statement plan = connection.prepare("EXPLAIN QUERY PLAN " + sql);
  constexpr int kDetail = 3;
  while (plan.step()) lines.emplace_back(plan.text(kDetail));
  return lines;
}

std::vector<std::string> whole_readings(const Connection& connection, const StatementLog& log) {
  const std::set<std::string> statements = log.statements();
  std::vector<std::string> readings;
  for (const std::string& sql : statements) {
    for (const std::string& line : query_plan(connection, sql)) {
      const bool reads_all = line.starts_with("SCAN") && line != "SCAN CONSTANT ROW";
      if (reads_all || line.starts_with("USE TEMP B-TREE")) readings.push_back(line);
    }
  }
  return readings;
}

}  // namespace arbiter::testing
