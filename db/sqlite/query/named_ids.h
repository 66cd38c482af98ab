// The names that a filter means, by their numbers.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "db/model/game_filter.h"
#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// For each number of a name whether it is meant; 0 is a tag that is missing.
class NameIds {
 public:
  bool contains(std::uint32_t id) const { return id < meant_.size() && meant_[id] != 0; }
  void insert(std::size_t id);
  std::size_t size() const { return meant_.size(); }  // all numbers that are meant are below

 private:
  std::vector<std::uint8_t> meant_;
};

// Of every test of a filter that is about names: NameTest, SourceTest, OpeningTest, and EcoTest as
// far as it is about openings as played. The filter must outlive this. Each table that they ask
// for is read once, about 0.15 us a name and test; equal tests of a table are one.
class NamedIds {
 public:
  NamedIds(const Connection& connection, const GameFilter& filter);

  // Precondition: the test is one of the filter's.
  const NameIds& of(const GameTest& test) const { return searches_[places_.at(&test)].ids; }

  static bool is_about_names(const GameTest& test);

 private:
  enum class Table : std::uint8_t { Player, Event, Site, Source, Opening };
  struct Search {
    Table table;
    const GameTest* test;
    NameIds ids;
  };

  static Table table_of(const GameTest& test);
  static bool are_equal(const GameTest& left, const GameTest& right);
  void add(const GameTest& test);
  void read(const Connection& connection, Table table);
  void add_persons(const Connection& connection);
  void read_openings(const Connection& connection);

  std::vector<Search> searches_;
  std::map<const GameTest*, std::size_t> places_;
};

}  // namespace arbiter::sqlite
