// Games of an SQLite file counted.
#pragma once

#include <vector>

#include "db/model/game_set.h"
#include "db/model/game_statistics.h"
#include "db/sqlite/query/sqlite_reader.h"

namespace arbiter::sqlite {

// Of the games in `among`, which are not deleted. About 20 ns a game and 50 ns a finding.
Totals totals_of(SqliteReader& reader, const GameSet& among);

// Years, codes, ratings and lengths rising, the rest by the number of games; what is not known
// comes last. With GroupBy::Player a game counts for both of its players.
std::vector<StatisticsRow> groups_of(SqliteReader& reader, const GameSet& among, GroupBy by);

}  // namespace arbiter::sqlite
