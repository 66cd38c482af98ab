#include "db/sqlite/query/named_ids.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "db/sqlite/games/file_limits.h"
#include "db/sqlite/games/person_changes.h"
#include "db/sqlite/query/folded_names.h"
#include "db/sqlite/query/opening_list.h"

namespace arbiter::sqlite {
namespace {

// By NamedIds::Table.
constexpr const char* kNames[] = {
    "SELECT id, folded FROM player",
    "SELECT id, folded FROM event",
    "SELECT id, folded FROM site",
    "SELECT id, name FROM source",
};

constexpr std::string_view kWords[] = {"player", "event", "site", "source"};

bool accepts(const GameTest& test, std::string_view name) {
  if (const auto* source = std::get_if<SourceTest>(&test)) return source->accepts(name);
  return std::get<NameTest>(test).accepts(name);
}

bool accepts(const GameTest& test, const OpeningList::Row& opening) {
  if (const auto* code = std::get_if<EcoTest>(&test)) return code->accepts(0, opening.eco);
  return std::get<OpeningTest>(test).accepts(opening.eco, opening.name);
}

}  // namespace

void NameIds::insert(std::size_t id) {
  if (meant_.size() <= id) meant_.resize(id + id / 2 + 64);
  meant_[id] = 1;
}

NamedIds::NamedIds(const Connection& connection, const GameFilter& filter) {
  for_each_test(filter, [this](const GameTest& test) {
    if (is_about_names(test)) add(test);
  });
  for (const Table table : {Table::Player, Table::Event, Table::Site, Table::Source}) {
    read(connection, table);
  }
  if (has_person_changes(connection)) add_persons(connection);
  read_openings(connection);
}

// Whoever is meant by one name is meant by all names of the person, unless a spelling is asked for.
void NamedIds::add_persons(const Connection& connection) {
  constexpr std::string_view kIds = "SELECT id FROM player";
  std::optional<FoldedNames> persons;
  for (Search& search : searches_) {
    if (search.table != Table::Player || std::get<NameTest>(*search.test).pattern.is_exact())
      continue;
    if (!persons) persons.emplace(connection, "player");
    NameIds groups;
    for (std::uint32_t id = 1; id < search.ids.size(); ++id) {
      if (search.ids.contains(id)) groups.insert(persons->group_of(id));
    }
    Statement ids = connection.prepare(kIds);
    while (ids.step()) {
      const auto id = static_cast<std::uint64_t>(ids.integer(0));
      if (groups.contains(static_cast<std::uint32_t>(persons->group_of(id)))) search.ids.insert(id);
    }
  }
}

bool NamedIds::is_about_names(const GameTest& test) {
  return std::holds_alternative<NameTest>(test) || std::holds_alternative<SourceTest>(test) ||
         std::holds_alternative<EcoTest>(test) || std::holds_alternative<OpeningTest>(test);
}

NamedIds::Table NamedIds::table_of(const GameTest& test) {
  if (std::holds_alternative<SourceTest>(test)) return Table::Source;
  const auto* name = std::get_if<NameTest>(&test);
  if (name == nullptr) return Table::Opening;
  if (name->of == GameText::Event) return Table::Event;
  return name->of == GameText::Site ? Table::Site : Table::Player;
}

bool NamedIds::are_equal(const GameTest& left, const GameTest& right) {
  const auto* one = std::get_if<NameTest>(&left);
  const auto* other = std::get_if<NameTest>(&right);
  return one != nullptr && other != nullptr && table_of(left) == table_of(right) &&
         one->pattern == other->pattern;
}

void NamedIds::add(const GameTest& test) {
  const auto same = std::ranges::find_if(
      searches_, [&](const Search& search) { return are_equal(*search.test, test); });
  places_[&test] = static_cast<std::size_t>(same - searches_.begin());
  if (same == searches_.end()) searches_.push_back({table_of(test), &test, {}});
}

void NamedIds::read(const Connection& connection, Table table) {
  std::vector<Search*> searches;
  for (Search& search : searches_) {
    if (search.table == table) searches.push_back(&search);
  }
  if (searches.empty()) return;
  const auto look = [&](std::size_t id, std::string_view name) {
    for (Search* search : searches) {
      if (accepts(*search->test, name)) search->ids.insert(id);
    }
  };
  if (table != Table::Source) look(0, "");
  Statement names = connection.prepare(kNames[static_cast<std::size_t>(table)]);
  const std::int64_t most = most_names(connection);
  while (names.step()) {
    const std::int64_t id = names.integer(0);
    check_number(connection, kWords[static_cast<std::size_t>(table)], id, most);
    look(static_cast<std::size_t>(id), names.text(1));
  }
}

void NamedIds::read_openings(const Connection& connection) {
  std::vector<Search*> searches;
  bool asks_for_names = false;
  for (Search& search : searches_) {
    if (search.table != Table::Opening) continue;
    searches.push_back(&search);
    asks_for_names = asks_for_names || std::holds_alternative<OpeningTest>(*search.test);
  }
  if (searches.empty()) return;
  if (asks_for_names) require_openings(connection);
  const auto look = [&](std::size_t id, const OpeningList::Row& opening) {
    for (Search* search : searches) {
      if (accepts(*search->test, opening)) search->ids.insert(id);
    }
  };
  look(0, {});
  const OpeningList openings(connection);
  for (const auto& [id, opening] : openings.rows()) look(id, opening);
}

}  // namespace arbiter::sqlite
