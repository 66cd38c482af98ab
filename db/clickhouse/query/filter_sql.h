// SQL conditions for game filters, and for complete and partial dates.
#pragma once

#include <optional>
#include <string>

#include "db/clickhouse/query/name_lookup.h"
#include "db/model/game_filter.h"
#include "db/model/game_tests.h"

namespace arbiter::clickhouse {

struct SqlFilter {
  // A condition for rows of `games` that every matching game meets. "1" accepts all games.
  std::string condition = "1";
  // Additional tests that SQL cannot express: patterns, material, tags.
  GameFilter rest = {};
};

// Returns the filter as SQL. Reads the names, sources, rounds and openings that the tests refer to.
SqlFilter sql_of(const GameFilter& filter, NameLookup& names);

// Returns the filter as a condition for rows of `positions`. Returns nothing if a test needs more
// than its columns: ratings, results and years.
std::optional<std::string> postings_condition(const GameFilter& filter);

// Returns NumberTest::accepts as a condition for the column `date`. Precondition: the form is Date
// or PossibleDate.
std::string date_condition(const NumberTest& test);

// Returns NumberTest::accepts as a condition for the column `year`, if month and day are
// irrelevant.
std::optional<std::string> year_condition(const NumberTest& test);

}  // namespace arbiter::clickhouse
