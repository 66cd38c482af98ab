#include "db/sqlite/query/sqlite_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/names.h"
#include "db/sqlite/query/column_keys.h"
#include "db/sqlite/query/persons.h"
#include "db/sqlite/query/storage_queries.h"
#include "lib/chess/position_key.h"

namespace arbiter::sqlite {
namespace {

bool is_about_names(const GameTest& test) {
  return std::holds_alternative<NameTest>(test) || std::holds_alternative<SourceTest>(test) ||
         std::holds_alternative<EcoTest>(test) || std::holds_alternative<OpeningTest>(test);
}

// Returns the column of the names in a test. Precondition: the test is about the names of a player,
// event, site or source.
const ColumnKeys& column_of_names(const GameTest& test) {
  const auto* name = std::get_if<NameTest>(&test);
  return *column_of(name == nullptr ? GameText::Source : name->of);
}

NameTable table_of(const GameTest& test) {
  const bool is_name =
      std::holds_alternative<NameTest>(test) || std::holds_alternative<SourceTest>(test);
  return is_name ? *column_of_names(test).table : NameTable::Opening;
}

// Returns whether two tests accept the same names of the same table.
bool are_equal(const GameTest& left, const GameTest& right) {
  if (left.index() != right.index() || table_of(left) != table_of(right)) return false;
  if (const auto* name = std::get_if<NameTest>(&left)) {
    return name->pattern == std::get<NameTest>(right).pattern;
  }
  if (const auto* source = std::get_if<SourceTest>(&left)) {
    return source->part == std::get<SourceTest>(right).part;
  }
  if (const auto* code = std::get_if<EcoTest>(&left)) {
    return code->range == std::get<EcoTest>(right).range;
  }
  return std::get<OpeningTest>(left).pattern == std::get<OpeningTest>(right).pattern;
}

bool accepts(const GameTest& test, std::string_view name) {
  if (const auto* source = std::get_if<SourceTest>(&test)) return source->accepts(name);
  return std::get<NameTest>(test).accepts(name);
}

bool accepts(const GameTest& test, const OpeningList::Row& opening) {
  if (const auto* code = std::get_if<EcoTest>(&test)) return code->accepts(0, opening.eco);
  return std::get<OpeningTest>(test).accepts(opening.eco, opening.name);
}

// Removes the games whose values are not accepted.
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

// The numbers of the names that match a test; 0 represents a missing tag.
class NameIds {
 public:
  bool contains(std::uint32_t id) const { return id < matching_.size() && matching_[id] != 0; }

  void insert(std::size_t id) {
    if (matching_.size() <= id) matching_.resize(id + id / 2 + 64);
    matching_[id] = 1;
  }

  std::size_t size() const { return matching_.size(); }  // exceeds all numbers in the set

 private:
  std::vector<std::uint8_t> matching_;
};

}  // namespace

// The names that match NameTests, SourceTests, OpeningTests and EcoTests; for an EcoTest, they are
// openings as played. Each test is searched once, in about 0.15 us for each name of its table.
class NamedIds {
 public:
  // Searches for the names of the filter's tests that were not added before.
  void add(const Connection& connection, const GameFilter& filter) {
    if (searches_.size() > kMaxSearches) searches_.clear();
    first_new_ = searches_.size();
    for_each_test(filter, [this](const GameTest& test) {
      if (is_about_names(test) && find(test) == nullptr) searches_.push_back({test});
    });
    if (first_new_ == searches_.size()) return;
    for (const NameTable table :
         {NameTable::Player, NameTable::Event, NameTable::Site, NameTable::Source}) {
      read(connection, table);
    }
    if (has_person_changes(connection)) add_persons(connection);
    read_openings(connection);
  }

  // Returns the matching names. The reference is valid until the next add(). Precondition: the test
  // was added.
  const NameIds& of(const GameTest& test) const { return find(test)->ids; }

  // Returns the games whose name in the column matches, except deleted ones. They are found once.
  // Precondition: the test was added.
  const GameSet& games_of(const GameTest& test, GameColumn column, ColumnReader& columns) {
    Search& search = searches_[static_cast<std::size_t>(find(test) - searches_.data())];
    const auto known = search.games.find(column);
    if (known != search.games.end()) return known->second;
    GameSet games(columns.chunks() * kChunkGames);
    for (std::int64_t chunk = 0; chunk < columns.chunks(); ++chunk) {
      const auto ids = columns.column<std::uint32_t>(chunk, column);
      const auto flags = columns.column<std::uint8_t>(chunk, GameColumn::Flags);
      for (std::size_t i = 0; i < std::min(ids.size(), flags.size()); ++i) {
        if (search.ids.contains(ids[i]) && (flags[i] & kDeleted) == 0) {
          games.insert(game_at(chunk, i));
        }
      }
    }
    return search.games.emplace(column, std::move(games)).first->second;
  }

 private:
  static constexpr std::size_t kMaxSearches = 32;

  struct Search {
    GameTest test;
    NameIds ids = {};
    std::map<GameColumn, GameSet> games = {};  // see games_of()
  };

  const Search* find(const GameTest& test) const {
    const auto same = std::ranges::find_if(
        searches_, [&](const Search& search) { return are_equal(search.test, test); });
    return same == searches_.end() ? nullptr : &*same;
  }

  // Returns the new searches in a table.
  std::vector<Search*> searches_in(NameTable table) {
    std::vector<Search*> searches;
    for (Search& search : std::span(searches_).subspan(first_new_)) {
      if (table_of(search.test) == table) searches.push_back(&search);
    }
    return searches;
  }

  void read(const Connection& connection, NameTable table) {
    const std::vector<Search*> searches = searches_in(table);
    if (searches.empty()) return;
    const auto look_at = [&](std::size_t id, std::string_view name) {
      for (Search* search : searches) {
        if (accepts(search->test, name)) search->ids.insert(id);
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

  // Extends a test that matches one name of a person to all names of that person.
  void add_persons(const Connection& connection) {
    constexpr std::string_view kIds = "SELECT id FROM player";
    std::optional<FoldedNames> persons;
    for (Search* search : searches_in(NameTable::Player)) {
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

  void read_openings(const Connection& connection) {
    const std::vector<Search*> searches = searches_in(NameTable::Opening);
    if (searches.empty()) return;
    const bool needs_names = std::ranges::any_of(searches, [](const Search* search) {
      return std::holds_alternative<OpeningTest>(search->test);
    });
    if (needs_names) require_openings(connection);
    const auto look_at = [&](std::size_t id, const OpeningList::Row& opening) {
      for (Search* search : searches) {
        if (accepts(search->test, opening)) search->ids.insert(id);
      }
    };
    look_at(0, {});
    const OpeningList openings(connection);
    for (const auto& [id, opening] : openings.rows()) look_at(id, opening);
  }

  std::vector<Search> searches_;
  std::size_t first_new_ = 0;  // index in `searches_`
};

namespace {

// A scan that selects games by their columns only, in a few ns per game and test.
class ColumnScan {
 public:
  // Returns whether every test of the filter needs only columns.
  static bool is_sufficient_for(const GameFilter& filter) {
    bool is_sufficient = true;
    for_each_test(filter, [&](const GameTest& test) {
      is_sufficient = is_sufficient && tested_part(test) == TestedPart::Columns;
    });
    return is_sufficient;
  }

  // Creates a scan. `names` must contain the tests of all filters. Both arguments must outlive the
  // scan.
  ColumnScan(ColumnReader& columns, const NamedIds& names) : columns_(columns), names_(names) {}

  // Returns the matching games, except deleted ones.
  GameSet games(const GameFilter& filter) {
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

  // Returns whether a game matches, in about 20 ns per test. Precondition: the game is not deleted.
  bool matches(const GameFilter& filter, GameId game) {
    const auto part_matches = [&](const GameFilter& part) { return matches(part, game); };
    switch (filter.kind) {
      case GameFilter::Kind::All:
        return std::ranges::all_of(filter.parts, part_matches);
      case GameFilter::Kind::Any:
        return std::ranges::any_of(filter.parts, part_matches);
      case GameFilter::Kind::Not:
        return !part_matches(filter.parts.front());
      default:
        return passes(*filter.test, game);
    }
  }

 private:
  bool passes(const GameTest& test, GameId game) {
    if (const auto* number = std::get_if<NumberTest>(&test)) {
      const ColumnKeys* keys = column_of(number->of);
      return number->accepts(keys == nullptr ? static_cast<std::uint64_t>(number_of(game))
                                             : columns_.value(game, keys->column));
    }
    if (const auto* comparison = std::get_if<ComparisonTest>(&test)) {
      return comparison->accepts(numbers_of(game));
    }
    const auto id_in = [&](GameColumn column) {
      return static_cast<std::uint32_t>(columns_.value(game, column));
    };
    const NameIds& ids = names_.of(test);
    const auto played = [&] { return ids.contains(opening_id_of(id_in(GameColumn::Opening))); };
    if (const auto* code = std::get_if<EcoTest>(&test)) {
      const std::uint64_t tag = columns_.value(game, GameColumn::Eco);
      return tag != 0 ? code->range.contains(tag) : played();
    }
    if (std::holds_alternative<OpeningTest>(test)) return played();
    return ids.contains(id_in(column_of_names(test).column));
  }

  // Returns a view with the numbers used in comparisons.
  GameView numbers_of(GameId game) {
    GameView view;
    view[GameNumber::Id] = static_cast<std::uint64_t>(number_of(game));
    view[GameNumber::WhiteElo] = columns_.value(game, GameColumn::WhiteElo);
    view[GameNumber::BlackElo] = columns_.value(game, GameColumn::BlackElo);
    view[GameNumber::Plies] = columns_.value(game, GameColumn::Plies);
    view[GameNumber::Flags] = columns_.value(game, GameColumn::Flags);
    return view;
  }

  // An array with 1 for each game of a chunk that still matches.
  using Kept = std::array<std::uint8_t, kChunkGames>;

  void keep(const GameFilter& filter, std::int64_t chunk, Kept& kept) {
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

  void keep_any(const GameFilter& filter, std::int64_t chunk, Kept& kept) {
    const auto any = std::make_unique<Kept>();
    const auto one = std::make_unique<Kept>();
    for (const GameFilter& part : filter.parts) {
      *one = kept;
      keep(part, chunk, *one);
      for (std::size_t i = 0; i < any->size(); ++i) (*any)[i] |= (*one)[i];
    }
    kept = *any;
  }

  void keep_others(const GameFilter& filter, std::int64_t chunk, Kept& kept) {
    const auto matching = std::make_unique<Kept>(kept);
    keep(filter.parts.front(), chunk, *matching);
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] ^= (*matching)[i];
  }

  void keep_tested(const GameTest& test, std::int64_t chunk, Kept& kept) {
    if (const auto* number = std::get_if<NumberTest>(&test)) {
      return keep_numbers(*number, chunk, kept);
    }
    if (std::holds_alternative<ComparisonTest>(test)) {
      for (std::size_t i = 0; i < columns_.games_in(chunk); ++i) {
        if (kept[i] != 0 && !passes(test, game_at(chunk, i))) kept[i] = 0;
      }
      return;
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

  void keep_codes(const EcoTest& test, std::int64_t chunk, const NameIds& played, Kept& kept) {
    const auto tags = columns_.column<std::uint16_t>(chunk, GameColumn::Eco);
    const auto openings = columns_.column<std::uint32_t>(chunk, GameColumn::Opening);
    for (std::size_t i = 0; i < tags.size(); ++i) {
      const bool matches =
          tags[i] != 0 ? test.range.contains(tags[i]) : played.contains(opening_id_of(openings[i]));
      kept[i] = matches ? kept[i] : std::uint8_t{0};
    }
  }

  void keep_numbers(const NumberTest& test, std::int64_t chunk, Kept& kept) {
    const ColumnKeys* keys = column_of(test.of);
    if (keys == nullptr) {  // the test is about the game's number
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
        return keep_numbered(columns_.column<std::uint16_t>(chunk, keys->column), test,
                             kept.data());
      default:
        return keep_numbered(columns_.column<std::uint32_t>(chunk, keys->column), test,
                             kept.data());
    }
  }

  void keep_present(std::int64_t chunk, Kept& kept) {
    const auto flags = columns_.column<std::uint8_t>(chunk, GameColumn::Flags);
    for (std::size_t i = 0; i < flags.size(); ++i) kept[i] = (flags[i] & kDeleted) == 0 ? 1 : 0;
    std::fill(kept.begin() + static_cast<std::ptrdiff_t>(flags.size()), kept.end(),
              std::uint8_t{0});
  }

  ColumnReader& columns_;
  const NamedIds& names_;
};

// Calls `visit(part)` for the parts of a filter. Parts that need only columns come first.
template <class Visit>
void for_each_part(const GameFilter& filter, Visit visit) {
  for (const bool needs_only_columns : {true, false}) {
    for (const GameFilter& part : filter.parts) {
      if (ColumnScan::is_sufficient_for(part) == needs_only_columns) visit(part);
    }
  }
}

// Selects by columns if these are sufficient. For other tests, reads only rows of the remaining
// games.
class Selection {
 public:
  // `names` must contain the tests of all filters.
  Selection(SqliteReader& reader, NamedIds& names, RowCost& cost)
      : reader_(reader), names_(names), columns_(reader.columns(), names), cost_(cost) {}

  GameSet run(const GameFilter& filter) {
    const auto named = games_of_players(filter);
    if (named && are_few(named->size())) return among(*named, filter);
    if (ColumnScan::is_sufficient_for(filter)) return columns_.games(filter);
    return among(columns_.games({}), filter);
  }

  // Removes the hits of games that do not match. If the hits are few, single games are tested.
  void keep(const GameFilter& filter, std::vector<Hit>& hits) {
    if (hits.empty()) return;
    if (are_few(hits.size()) && ColumnScan::is_sufficient_for(filter)) {
      std::erase_if(hits, [&](const Hit& hit) { return !columns_.matches(filter, hit.game); });
    } else if (are_few(hits.size()) && filter.kind == GameFilter::Kind::All) {
      for_each_part(filter, [&](const GameFilter& part) { keep(part, hits); });
    } else {
      GameSet set(all_games());
      for (const Hit& hit : hits) set.insert(hit.game);
      set = among(set, filter);
      std::erase_if(hits, [&](const Hit& hit) { return !set.contains(hit.game); });
    }
  }

  // Returns the matching games among `games`.
  GameSet among(const GameSet& games, const GameFilter& filter) {
    if (ColumnScan::is_sufficient_for(filter)) return among_by_columns(games, filter);
    switch (filter.kind) {
      case GameFilter::Kind::All:
        return all_among(games, filter);
      case GameFilter::Kind::Any:
        return any_among(games, filter);
      case GameFilter::Kind::Not: {
        GameSet others = games;
        others.remove(among(games, filter.parts.front()));
        return others;
      }
      case GameFilter::Kind::Test:
        break;
    }
    const auto* positions = std::get_if<PositionsTest>(&*filter.test);
    if (positions != nullptr) return games_reaching(games, *positions, *filter.test);
    return games_passing(reader_.connection(), {*filter.test, games, reader_.jobs()}, cost_);
  }

 private:
  // Returns the games of the players that the filter requires; nothing if it requires none.
  std::optional<GameSet> games_of_players(const GameFilter& filter) {
    std::optional<GameSet> games;
    if (filter.kind == GameFilter::Kind::Test) {
      const auto* name = std::get_if<NameTest>(&*filter.test);
      if (name == nullptr || table_of(*filter.test) != NameTable::Player) return games;
      return names_.games_of(*filter.test, column_of_names(*filter.test).column, reader_.columns());
    }
    for (const GameFilter& part : filter.parts) {
      const bool is_any = filter.kind == GameFilter::Kind::Any;
      const auto more =
          filter.kind == GameFilter::Kind::Not ? std::nullopt : games_of_players(part);
      if (!more && is_any) return std::nullopt;
      if (!more) continue;
      if (!games) {
        games = more;
      } else if (is_any) {
        games->add(*more);
      } else {
        games->keep_only(*more);
      }
    }
    return games;
  }

  std::int64_t all_games() { return reader_.columns().chunks() * kChunkGames; }

  // Returns whether testing each of the games takes less time than a scan of all games.
  bool are_few(std::uint64_t games) {
    constexpr std::int64_t kFewOf = 16;
    return static_cast<std::int64_t>(games) < all_games() / kFewOf;
  }

  GameSet among_by_columns(const GameSet& games, const GameFilter& filter) {
    if (!are_few(games.size())) {
      GameSet found = columns_.games(filter);
      found.keep_only(games);
      return found;
    }
    GameSet found(number_of(games.span().last));
    games.for_each([&](GameId game) {
      if (columns_.matches(filter, game)) found.insert(game);
      return true;
    });
    return found;
  }

  // Returns the games that reached one of the positions. Replays only games for which the index is
  // uncertain, or all games if that is faster.
  GameSet games_reaching(const GameSet& games, const PositionsTest& test,
                         const GameTest& replayed) {
    constexpr std::uint64_t kReplaysPerKey = 100;
    const std::vector<PositionKey> keys = test.positions->keys();
    const auto replay = [&](const GameSet& some) {
      return games_passing(reader_.connection(), {replayed, some, reader_.jobs()}, cost_);
    };
    if (!reader_.indexes_all_plies() || keys.size() * kReplaysPerKey > games.size()) {
      return replay(games);
    }
    GameSet reached(number_of(games.span().last));
    GameSet unsure(number_of(games.span().last));
    const auto add = [&games](const KeyHits& found, GameSet& into) {
      for (const Hit& hit : found.hits) {
        if (games.contains(hit.game)) into.insert(hit.game);
      }
    };
    for (const PositionKey key : keys) {
      const KeyHits found = hits_of_key(reader_, key);
      add(found, found.are_certain ? reached : unsure);
      if (!found.hits.empty() || !test.may_be_book_keys) continue;
      // In book keys, pawns that cannot legally capture en passant count too.
      for (const PositionKey file : position_keys::kEnPassant) {
        add({.hits = reader_.index().hits(key ^ file)}, unsure);
      }
    }
    unsure.remove(reached);
    reached.add(replay(unsure));
    return reached;
  }

  GameSet all_among(const GameSet& games, const GameFilter& filter) {
    GameSet left = games;
    for_each_part(filter, [&](const GameFilter& part) { left = among(left, part); });
    return left;
  }

  GameSet any_among(const GameSet& games, const GameFilter& filter) {
    GameSet found;
    GameSet left = games;
    for_each_part(filter, [&](const GameFilter& part) {
      const GameSet more = among(left, part);
      left.remove(more);
      found.add(more);
    });
    return found;
  }

  SqliteReader& reader_;
  NamedIds& names_;
  ColumnScan columns_;
  RowCost& cost_;
};

}  // namespace

SqliteReader::SqliteReader(const Database& database, unsigned jobs)
    : database_(database), jobs_(jobs) {}

SqliteReader::~SqliteReader() = default;

ColumnReader& SqliteReader::columns() {
  return columns_ ? *columns_ : columns_.emplace(connection());
}

GameReader& SqliteReader::games() { return games_ ? *games_ : games_.emplace(connection()); }

bool SqliteReader::indexes_all_plies() const { return !database_.index_plies(); }

PositionIndex& SqliteReader::index() { return index_ ? *index_ : index_.emplace(connection()); }

NamedIds& SqliteReader::names_for(const GameFilter& filter) {
  if (!names_) names_ = std::make_unique<NamedIds>();
  names_->add(connection(), filter);
  return *names_;
}

GameSet SqliteReader::select(const GameFilter& filter) {
  return Selection(*this, names_for(filter), row_cost_).run(filter);
}

GameSet SqliteReader::select_among(const GameSet& games, const GameFilter& filter) {
  return Selection(*this, names_for(filter), row_cost_).among(games, filter);
}

void SqliteReader::keep_matching(const GameFilter& filter, std::vector<Hit>& hits) {
  GameFactsReader facts(columns());
  std::erase_if(hits, [&](const Hit& hit) { return facts.is_deleted(hit.game); });
  if (hits.empty() || filter.is_empty()) return;
  Selection(*this, names_for(filter), row_cost_).keep(filter, hits);
}

CountedGames SqliteReader::select_counted(const GameFilter& filter) {
  CountedGames counted{.games = select(filter)};
  if (const auto condition = white_is_player(filter)) {
    counted.with_white = select_among(counted.games, *condition);
  }
  return counted;
}

void SqliteReader::forget() {
  if (columns_) columns_->forget();
  index_.reset();
  names_.reset();
}

}  // namespace arbiter::sqlite
