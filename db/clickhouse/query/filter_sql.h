// What a filter means in SQL.
#pragma once

#include <string>

#include "db/clickhouse/query/name_lookup.h"
#include "db/model/game_filter.h"

namespace arbiter::clickhouse {

struct SqlFilter {
  // Of rows of `games`; every game that fits has it. "1" for all.
  std::string condition = "1";
  // What games that have it must fit besides, because SQL cannot say it: patterns, material, tags.
  // Empty: nothing.
  GameFilter rest = {};
};

// Asks for the names, sources, rounds and openings that the filter's tests speak of.
SqlFilter sql_of(const GameFilter& filter, NameLookup& names);

}  // namespace arbiter::clickhouse
