// Compares merges, splits and undo of names with a slow implementation.
#include "db/sqlite/query/persons.h"

#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "db/sqlite/games/database.h"
#include "db/sqlite/games/names.h"
#include "tests/db/sample_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Adds ten names, each in two spellings, by number.
std::vector<std::uint32_t> add_names(const Connection& connection) {
  NameStore names(connection, NameTable::Player);
  std::vector<std::uint32_t> ids;
  for (char c = 'a'; c < 'k'; ++c) {
    ids.push_back(names.id_of(std::string("Name ") + c));
    ids.push_back(names.id_of(std::string("NAME, ") + c));
  }
  // Names without a comma are folded equally in both spellings.
  connection.execute("UPDATE player SET folded = 'name ' || substr(folded, -1)");
  return ids;
}

// Returns the person of each name by the documented rule: joins equal folded names, then equal
// person ids, until nothing changes.
std::map<std::uint32_t, std::uint32_t> judged_groups(const Connection& connection) {
  struct Row {
    std::string folded;
    std::optional<std::int64_t> person;
  };
  std::map<std::uint32_t, Row> rows;
  Statement query = connection.prepare("SELECT id, folded, person FROM player");
  while (query.step()) {
    Row row{std::string(query.text(1)), {}};
    if (!query.is_null(2)) row.person = query.integer(2);
    rows.emplace(static_cast<std::uint32_t>(query.integer(0)), row);
  }
  std::map<std::uint32_t, std::uint32_t> groups;
  for (const auto& [id, row] : rows) groups[id] = id;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (const auto& [one, left] : rows) {
      for (const auto& [other, right] : rows) {
        const bool same =
            left.folded == right.folded || (left.person && left.person == right.person);
        const std::uint32_t least = std::min(groups[one], groups[other]);
        if (!same || (groups[one] == least && groups[other] == least)) continue;
        groups[one] = groups[other] = least;
        is_changed = true;
      }
    }
  }
  return groups;
}

std::string table_of(const Connection& connection) {
  std::string text;
  Statement query = connection.prepare("SELECT id, name, folded, person FROM player ORDER BY id");
  while (query.step()) {
    for (int i = 0; i < 4; ++i) text += std::string(query.text(i)) + "|";
  }
  return text;
}

}  // namespace

TEST_CASE("groups are those of the rule, and undo goes back step by step", "[persons]") {
  const auto database = empty_database();
  const Connection& connection = database->connection();
  const std::vector<std::uint32_t> ids = add_names(connection);
  std::mt19937 random(20261123);
  std::vector<std::string> before;
  for (int round = 0; round < 200; ++round) {
    std::set<std::uint32_t> chosen;
    while (chosen.size() < 2 + random() % 3) chosen.insert(ids[random() % ids.size()]);
    const std::vector<std::uint32_t> names(chosen.begin(), chosen.end());
    const std::string table = table_of(connection);
    const auto change = random() % 2 == 0 ? merge_persons(connection, names, "a\nb")
                                          : split_persons(connection, names, "c");
    if (change) before.push_back(table);
    CHECK(change.has_value() == (table != table_of(connection)));
    const FoldedNames groups(connection, "player");
    for (const auto& [id, group] : judged_groups(connection)) CHECK(groups.group_of(id) == group);
    if (random() % 4 != 0 || before.empty()) continue;
    CHECK(undo_person_change(connection));
    CHECK(table_of(connection) == before.back());
    before.pop_back();
  }
  CHECK(person_changes(connection).size() == before.size());
  for (; !before.empty(); before.pop_back()) {
    CHECK(undo_person_change(connection));
    CHECK(table_of(connection) == before.back());
  }
  CHECK_FALSE(undo_person_change(connection));
  CHECK_FALSE(has_person_changes(connection));
}

TEST_CASE("foreign data in the list of changes are harmless", "[persons]") {
  const auto database = empty_database();
  const Connection& connection = database->connection();
  const std::vector<std::uint32_t> ids = add_names(connection);
  const std::string row = GENERATE(as<std::string>{}, "'person x', 'merge'", "'person ', NULL",
                                   "'person 00000001', 'merge\nwhy\n1 2'",
                                   "'person 4294967295', 'merge\nwhy\n1 0 4294967295\n'",
                                   "'person 00000001', x'ff00'", "'person 00000001', 'drop\n\n'");
  CAPTURE(row);
  connection.execute(("INSERT INTO meta (name, value) VALUES (" + row + ")").c_str());
  connection.execute("UPDATE player SET person = -id * 4611686018427387904 WHERE id < 4");
  CHECK(person_changes(connection).size() <= 1);
  CHECK(persons_of(connection).empty());  // no name has games
  const FoldedNames groups(connection, "player");
  for (const std::uint32_t id : ids) CHECK(groups.group_of(id) <= id);
  undo_person_change(connection);
}

}  // namespace arbiter::testing
