#include "db/sqlite/games/schema.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "tests/db/sample_games.h"
#include "tests/support/namespaces.h"
#include "tests/support/testdata.h"

namespace arbiter::testing {
namespace {

using Words = std::vector<std::string>;

Words words_in_backticks(const std::string& text) {
  static const std::regex kWord("`([a-z_]+)`");
  Words words;
  for (std::sregex_iterator i(text.begin(), text.end(), kWord), end; i != end; ++i) {
    words.push_back((*i)[1]);
  }
  return words;
}

// Returns the tables and views with their columns from README.md.
std::map<std::string, Words> documented() {
  static const std::regex kRow(R"(\| (`.*`) \| .* \| (`.*) \|)");
  std::ifstream file(testing::repository() / "db" / "README.md");
  std::map<std::string, Words> tables;
  for (std::string line; std::getline(file, line);) {
    std::smatch row;
    if (!std::regex_match(line, row, kRow)) continue;
    // Removes notes in parentheses or after a colon.
    std::string columns = std::regex_replace(row[2].str(), std::regex(R"(\([^)]*\))"), "");
    columns = columns.substr(0, columns.find(':'));
    for (const std::string& table : words_in_backticks(row[1])) {
      tables[table] = words_in_backticks(columns);
    }
  }
  return tables;
}

std::map<std::string, Words> made(const Connection& connection) {
  std::map<std::string, Words> tables;
  Statement query = connection.prepare(
      "SELECT object.name, column.name FROM sqlite_master AS object, pragma_table_info(object.name)"
      " AS column WHERE object.type IN ('table', 'view') ORDER BY object.name, column.cid");
  while (query.step()) tables[std::string(query.text(0))].emplace_back(query.text(1));
  return tables;
}

TEST_CASE("the tables and views are those in README.md", "[schema]") {
  const auto database = testing::empty_database();
  const auto described = documented();
  const auto present = made(database->connection());
  for (const auto& [table, columns] : described) {
    CAPTURE(table);
    REQUIRE(present.contains(table));
    CHECK(present.at(table) == columns);
  }
  CHECK(present.size() == described.size());
}

TEST_CASE("a sound database passes SQLite's own check", "[schema]") {
  const auto database = testing::empty_database();
  testing::store_samples(*database, {{.white = "A", .moves = "e4"}, {}});
  Statement check = database->connection().prepare("PRAGMA integrity_check");
  REQUIRE(check.step());
  CHECK(check.text(0) == "ok");
}

}  // namespace
}  // namespace arbiter::testing
