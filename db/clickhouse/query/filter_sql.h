// Filters as conditions in SQL.
// Conditions on complete and partial dates in SQL.
#pragma once

#include <optional>
#include <string>

#include "db/clickhouse/query/name_lookup.h"
#include "db/model/game_filter.h"
#include "db/model/game_tests.h"

namespace arbiter::clickhouse {

struct SqlFilter {
  // A condition for rows of `games`, which every matching game fulfils. "1" for all.
  std::string condition = "1";
  // The tests that SQL cannot express: patterns, material, tags. Games must match them too.
  GameFilter rest = {};
};

// Reads the names, sources, rounds and openings of the tests.
SqlFilter sql_of(const GameFilter& filter, NameLookup& names);

// Returns the filter as a condition for rows of `positions`, if these have the columns of all its
// tests: ratings, results and years.
std::optional<std::string> postings_condition(const GameFilter& filter);

// Returns NumberTest::accepts for the column `date`. Precondition: the form is Date or
// PossibleDate.
std::string date_condition(const NumberTest& test);

// Returns the same for the column `year`, if the month and the day make no difference.
std::optional<std::string> year_condition(const NumberTest& test);

}  // namespace arbiter::clickhouse
