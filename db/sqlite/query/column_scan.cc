#include "db/sqlite/query/column_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "db/sqlite/games/database.h"
#include "db/sqlite/query/column_keys.h"
#include "db/sqlite/query/persons.h"

namespace arbiter::sqlite {
namespace {

bool is_about_names(const GameTest& test) {
  return std::holds_alternative<NameTest>(test) || std::holds_alternative<SourceTest>(test) ||
         std::holds_alternative<EcoTest>(test) || std::holds_alternative<OpeningTest>(test);
}

// Precondition: the test is about the names of a player, event, site or source.
const ColumnKeys& column_of_names(const GameTest& test) {
  const auto* name = std::get_if<NameTest>(&test);
  return *column_of(name == nullptr ? GameText::Source : name->of);
}

NameTable table_of(const GameTest& test) {
  const bool is_name =
      std::holds_alternative<NameTest>(test) || std::holds_alternative<SourceTest>(test);
  return is_name ? *column_of_names(test).table : NameTable::Opening;
}

bool are_equal(const GameTest& left, const GameTest& right) {
  const auto* one = std::get_if<NameTest>(&left);
  const auto* other = std::get_if<NameTest>(&right);
  return one != nullptr && other != nullptr && table_of(left) == table_of(right) &&
         one->pattern == other->pattern;
}

bool accepts(const GameTest& test, std::string_view name) {
  if (const auto* source = std::get_if<SourceTest>(&test)) return source->accepts(name);
  return std::get<NameTest>(test).accepts(name);
}

bool accepts(const GameTest& test, const OpeningList::Row& opening) {
  if (const auto* code = std::get_if<EcoTest>(&test)) return code->accepts(0, opening.eco);
  return std::get<OpeningTest>(test).accepts(opening.eco, opening.name);
}

// Drops the games whose values are not accepted.
template <class T, class Accepts>
void keep_accepted(std::span<const T> values, std::uint8_t* kept, Accepts accepts) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    kept[i] = accepts(values[i]) ? kept[i] : std::uint8_t{0};
  }
}

template <class T>
void keep_range(std::span<const T> values, const ValueRange& range, std::uint8_t* kept) {
  constexpr std::uint64_t kMax = std::numeric_limits<T>::max();
  const std::uint64_t min = range.min.value_or(0);
  const std::uint64_t max = std::min(range.max.value_or(kMax), kMax);
  if (min > max) {
    std::fill_n(kept, values.size(), std::uint8_t{0});
    return;
  }
  const auto first = static_cast<std::uint32_t>(min);
  const auto length = static_cast<std::uint32_t>(max - min);
  keep_accepted(values, kept, [=](T value) { return value - first <= length; });
}

template <class T>
void keep_numbered(std::span<const T> values, const NumberTest& test, std::uint8_t* kept) {
  if (test.form == NumberTest::Form::Range) return keep_range(values, test.range, kept);
  // Consecutive games often have the same date or flags.
  T last = 0;
  bool is_accepted = test.accepts(last);
  keep_accepted(values, kept, [&](T value) {
    if (value != last) {
      last = value;
      is_accepted = test.accepts(last);
    }
    return is_accepted;
  });
}

}  // namespace

void NameIds::insert(std::size_t id) {
  if (matching_.size() <= id) matching_.resize(id + id / 2 + 64);
  matching_[id] = 1;
}

NamedIds::NamedIds(const Connection& connection, const GameFilter& filter) {
  for_each_test(filter, [this](const GameTest& test) {
    if (is_about_names(test)) add(test);
  });
  for (const NameTable table :
       {NameTable::Player, NameTable::Event, NameTable::Site, NameTable::Source}) {
    read(connection, table);
  }
  if (has_person_changes(connection)) add_persons(connection);
  read_openings(connection);
}

void NamedIds::add(const GameTest& test) {
  const auto same = std::ranges::find_if(
      searches_, [&](const Search& search) { return are_equal(*search.test, test); });
  places_[&test] = static_cast<std::size_t>(same - searches_.begin());
  if (same == searches_.end()) searches_.push_back({table_of(test), &test, {}});
}

std::vector<NamedIds::Search*> NamedIds::searches_in(NameTable table) {
  std::vector<Search*> searches;
  for (Search& search : searches_) {
    if (search.table == table) searches.push_back(&search);
  }
  return searches;
}

// A test that matches one name of a person matches all of them, unless it is for an exact name.
void NamedIds::add_persons(const Connection& connection) {
  constexpr std::string_view kIds = "SELECT id FROM player";
  std::optional<FoldedNames> persons;
  for (Search* search : searches_in(NameTable::Player)) {
    if (std::get<NameTest>(*search->test).pattern.is_exact()) continue;
    if (!persons) persons.emplace(connection, "player");
    NameIds groups;
    for (std::uint32_t id = 1; id < search->ids.size(); ++id) {
      if (search->ids.contains(id)) groups.insert(persons->group_of(id));
    }
    Statement ids = connection.prepare(kIds);
    while (ids.step()) {
      const auto id = static_cast<std::uint64_t>(ids.integer(0));
      if (groups.contains(static_cast<std::uint32_t>(persons->group_of(id)))) {
        search->ids.insert(id);
      }
    }
  }
}

void NamedIds::read(const Connection& connection, NameTable table) {
  const std::vector<Search*> searches = searches_in(table);
  if (searches.empty()) return;
  const auto look_at = [&](std::size_t id, std::string_view name) {
    for (Search* search : searches) {
      if (accepts(*search->test, name)) search->ids.insert(id);
    }
  };
  const bool is_source = table == NameTable::Source;
  if (!is_source) look_at(0, "");
  Statement names = connection.prepare(
      fmt::format("SELECT id, {} FROM {}", is_source ? "name" : "folded", to_string(table)));
  const std::int64_t max_id = max_name(connection);
  while (names.step()) {
    check_number(connection, to_string(table), names.integer(0), max_id);
    look_at(static_cast<std::size_t>(names.integer(0)), names.text(1));
  }
}

void NamedIds::read_openings(const Connection& connection) {
  const std::vector<Search*> searches = searches_in(NameTable::Opening);
  if (searches.empty()) return;
  const bool needs_names = std::ranges::any_of(searches, [](const Search* search) {
    return std::holds_alternative<OpeningTest>(*search->test);
  });
  if (needs_names) require_openings(connection);
  const auto look_at = [&](std::size_t id, const OpeningList::Row& opening) {
    for (Search* search : searches) {
      if (accepts(*search->test, opening)) search->ids.insert(id);
    }
  };
  look_at(0, {});
  const OpeningList openings(connection);
  for (const auto& [id, opening] : openings.rows()) look_at(id, opening);
}

bool ColumnScan::is_sufficient_for(const GameFilter& filter) {
  bool is_sufficient = true;
  for_each_test(filter, [&](const GameTest& test) {
    is_sufficient =
        is_sufficient && (std::holds_alternative<NumberTest>(test) || is_about_names(test));
  });
  return is_sufficient;
}

GameSet ColumnScan::games(const GameFilter& filter) {
  const std::int64_t chunks = columns_.chunks();
  GameSet games(chunks * kChunkGames);
  const auto kept = std::make_unique<Kept>();
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
    keep_present(chunk, *kept);
    keep(filter, chunk, *kept);
    const std::size_t count = columns_.games_in(chunk);
    for (std::size_t i = 0; i < count; ++i) {
      if ((*kept)[i] != 0) games.insert(game_at(chunk, i));
    }
  }
  return games;
}

void ColumnScan::keep_present(std::int64_t chunk, Kept& kept) {
  const auto flags = columns_.column<std::uint8_t>(chunk, GameColumn::Flags);
  for (std::size_t i = 0; i < flags.size(); ++i) kept[i] = (flags[i] & kDeleted) == 0 ? 1 : 0;
  std::fill(kept.begin() + static_cast<std::ptrdiff_t>(flags.size()), kept.end(), std::uint8_t{0});
}

void ColumnScan::keep(const GameFilter& filter, std::int64_t chunk, Kept& kept) {
  switch (filter.kind) {
    case GameFilter::Kind::All:
      for (const GameFilter& part : filter.parts) keep(part, chunk, kept);
      break;
    case GameFilter::Kind::Any:
      keep_any(filter, chunk, kept);
      break;
    case GameFilter::Kind::Not:
      keep_others(filter, chunk, kept);
      break;
    case GameFilter::Kind::Test:
      keep_tested(*filter.test, chunk, kept);
      break;
  }
}

void ColumnScan::keep_any(const GameFilter& filter, std::int64_t chunk, Kept& kept) {
  const auto any = std::make_unique<Kept>();
  const auto one = std::make_unique<Kept>();
  for (const GameFilter& part : filter.parts) {
    *one = kept;
    keep(part, chunk, *one);
    for (std::size_t i = 0; i < any->size(); ++i) (*any)[i] |= (*one)[i];
  }
  kept = *any;
}

void ColumnScan::keep_others(const GameFilter& filter, std::int64_t chunk, Kept& kept) {
  const auto matching = std::make_unique<Kept>(kept);
  keep(filter.parts.front(), chunk, *matching);
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] ^= (*matching)[i];
}

void ColumnScan::keep_tested(const GameTest& test, std::int64_t chunk, Kept& kept) {
  if (const auto* number = std::get_if<NumberTest>(&test)) {
    return keep_numbers(*number, chunk, kept);
  }
  const NameIds& ids = names_.of(test);
  if (const auto* code = std::get_if<EcoTest>(&test)) return keep_codes(*code, chunk, ids, kept);
  if (std::holds_alternative<OpeningTest>(test)) {
    return keep_accepted(
        columns_.column<std::uint32_t>(chunk, GameColumn::Opening), kept.data(),
        [&](std::uint32_t opening) { return ids.contains(opening_id_of(opening)); });
  }
  keep_accepted(columns_.column<std::uint32_t>(chunk, column_of_names(test).column), kept.data(),
                [&](std::uint32_t id) { return ids.contains(id); });
}

void ColumnScan::keep_codes(const EcoTest& test, std::int64_t chunk, const NameIds& played,
                            Kept& kept) {
  const auto tags = columns_.column<std::uint16_t>(chunk, GameColumn::Eco);
  const auto openings = columns_.column<std::uint32_t>(chunk, GameColumn::Opening);
  for (std::size_t i = 0; i < tags.size(); ++i) {
    const bool matches =
        tags[i] != 0 ? test.range.contains(tags[i]) : played.contains(opening_id_of(openings[i]));
    kept[i] = matches ? kept[i] : std::uint8_t{0};
  }
}

void ColumnScan::keep_numbers(const NumberTest& test, std::int64_t chunk, Kept& kept) {
  const ColumnKeys* keys = column_of(test.of);
  if (keys == nullptr) {  // the number of the game
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const auto id = static_cast<std::uint64_t>(number_of(game_at(chunk, i)));
      kept[i] = test.accepts(id) ? kept[i] : std::uint8_t{0};
    }
    return;
  }
  switch (size_of(keys->column)) {
    case 1:
      return keep_numbered(columns_.column<std::uint8_t>(chunk, keys->column), test, kept.data());
    case 2:
      return keep_numbered(columns_.column<std::uint16_t>(chunk, keys->column), test, kept.data());
    default:
      return keep_numbered(columns_.column<std::uint32_t>(chunk, keys->column), test, kept.data());
  }
}

}  // namespace arbiter::sqlite
