// Filters that need only the columns of the games.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/game_set.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/names.h"

namespace arbiter::sqlite {

// The numbers of the names that match a test; 0 stands for a missing tag.
class NameIds {
 public:
  bool contains(std::uint32_t id) const { return id < matching_.size() && matching_[id] != 0; }
  void insert(std::size_t id);
  std::size_t size() const { return matching_.size(); }  // greater than every number in the set

 private:
  std::vector<std::uint8_t> matching_;
};

// The matching names of every NameTest, SourceTest, OpeningTest and EcoTest of a filter; of an
// EcoTest the openings as played. The filter must outlive this. Each table is read at most once,
// about 0.15 us a name and test; equal tests of a table are one.
class NamedIds {
 public:
  NamedIds(const Connection& connection, const GameFilter& filter);

  // Precondition: the test is one of the filter's.
  const NameIds& of(const GameTest& test) const { return searches_[places_.at(&test)].ids; }

 private:
  struct Search {
    NameTable table;
    const GameTest* test;
    NameIds ids;
  };

  void add(const GameTest& test);
  std::vector<Search*> searches_in(NameTable table);
  void read(const Connection& connection, NameTable table);
  void add_persons(const Connection& connection);
  void read_openings(const Connection& connection);

  std::vector<Search> searches_;
  std::map<const GameTest*, std::size_t> places_;
};

// Selects games by their columns alone, some ns a game and test.
class ColumnScan {
 public:
  // Whether every test of the filter needs only columns.
  static bool is_sufficient_for(const GameFilter& filter);

  // Both must outlive this; the filters of games() are parts of the filter of `names`.
  ColumnScan(ColumnReader& columns, const NamedIds& names) : columns_(columns), names_(names) {}

  // Returns the matching games that are not deleted.
  GameSet games(const GameFilter& filter);

 private:
  // For each game of a chunk, 1 as long as it matches.
  using Kept = std::array<std::uint8_t, kChunkGames>;

  void keep(const GameFilter& filter, std::int64_t chunk, Kept& kept);
  void keep_any(const GameFilter& filter, std::int64_t chunk, Kept& kept);
  void keep_others(const GameFilter& filter, std::int64_t chunk, Kept& kept);
  void keep_tested(const GameTest& test, std::int64_t chunk, Kept& kept);
  void keep_codes(const EcoTest& test, std::int64_t chunk, const NameIds& played, Kept& kept);
  void keep_numbers(const NumberTest& test, std::int64_t chunk, Kept& kept);
  void keep_present(std::int64_t chunk, Kept& kept);

  ColumnReader& columns_;
  const NamedIds& names_;
};

}  // namespace arbiter::sqlite
