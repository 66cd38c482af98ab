#include "db/games/schema_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "db/games/schema.h"
#include "db/games/views.h"

namespace arbiter::db::games {
namespace {

// What SQLite makes itself, such as the indexes of UNIQUE and the statistics of ANALYZE, has names
// that nobody else can give.
constexpr std::string_view kObjects =
    "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

using Objects = std::map<std::pair<std::string, std::string>, std::string>;  // SQL by type and name

bool is_blank(char c) { return c == ' ' || c == '\n'; }

// SQLite keeps blanks as they were written, and appends columns in its own way.
bool are_same(std::string_view left, std::string_view right) {
  auto a = left.begin();
  for (const char c : right) {
    if (is_blank(c)) continue;
    while (a != left.end() && is_blank(*a)) ++a;
    if (a == left.end() || *a != c) return false;
    ++a;
  }
  return std::all_of(a, left.end(), is_blank);
}

Objects objects_of(const Connection& connection) {
  Objects objects;
  Statement query = connection.prepare(kObjects);
  while (query.step()) {
    objects[{std::string(query.text(0)), std::string(query.text(1))}] = query.text(2);
  }
  return objects;
}

// With the indexes for SQL if `file` has them.
Objects objects_of_new_file(const Connection& file) {
  const auto connection = Connection::open(std::string(Connection::kInMemory), Access::Create);
  if (!connection) return {};
  create_schema(**connection);
  if (has_sql_indexes(file)) create_sql_indexes(**connection);
  return objects_of(**connection);
}

bool is_foreign(const SchemaFault& fault) { return fault.kind == SchemaFault::Kind::Foreign; }

std::string quoted(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

}  // namespace

std::string to_string(const SchemaFault& fault) {
  switch (fault.kind) {
    case SchemaFault::Kind::Foreign:
      return fmt::format("the {} '{}' is not Arbiter's", fault.type, fault.name);
    case SchemaFault::Kind::Changed:
      return fmt::format("the {} '{}' has been changed", fault.type, fault.name);
    case SchemaFault::Kind::Missing:
      break;
  }
  return fmt::format("the {} '{}' is missing", fault.type, fault.name);
}

std::vector<SchemaFault> table_faults(const Connection& connection) {
  const std::int64_t version = connection.integer("PRAGMA user_version");
  const Objects objects = objects_of(connection);
  std::vector<SchemaFault> faults;
  for (const TableText& table : table_texts(version)) {
    const auto there = objects.find({"table", table.name});
    if (there == objects.end()) {
      faults.push_back({SchemaFault::Kind::Missing, "table", table.name});
    } else if (!are_same(there->second, table.sql)) {
      faults.push_back({SchemaFault::Kind::Changed, "table", table.name});
    }
  }
  return faults;
}

std::vector<SchemaFault> schema_faults(const Connection& connection) {
  const Objects wanted = objects_of_new_file(connection);
  const Objects objects = objects_of(connection);
  std::vector<SchemaFault> faults;
  for (const auto& [object, sql] : objects) {
    const auto ours = wanted.find(object);
    if (ours != wanted.end() && are_same(ours->second, sql)) continue;
    const auto kind =
        ours == wanted.end() ? SchemaFault::Kind::Foreign : SchemaFault::Kind::Changed;
    faults.push_back({kind, object.first, object.second});
  }
  for (const auto& [object, sql] : wanted) {
    if (object.first == "index" || objects.contains(object)) continue;
    faults.push_back({SchemaFault::Kind::Missing, object.first, object.second});
  }
  return faults;
}

std::size_t clean_schema(const Connection& connection) {
  std::size_t count = 0;
  // A trigger or an index goes with its table, so the order matters.
  for (const std::string_view type : {"trigger", "view", "index", "table"}) {
    for (const SchemaFault& fault : schema_faults(connection)) {
      if (!is_foreign(fault) || fault.type != type) continue;
      connection.execute(fmt::format("DROP {} {}", type, quoted(fault.name)).c_str());
      ++count;
    }
  }
  drop_views(connection);
  create_views(connection);
  return count;
}

}  // namespace arbiter::db::games
