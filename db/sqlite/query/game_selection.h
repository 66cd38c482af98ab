// Which games of a database a filter means.
#pragma once

#include "db/model/game_filter.h"
#include "db/model/game_set.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/query/row_scan.h"

namespace arbiter::sqlite {

// The games that fit and are not deleted. A test costs a few ms for a million games, a name about
// 0.1 us for each name that there is, and what no column answers what games_passing() says, for the
// games that the rest of the filter leaves. The connection is one moment of the file while this
// lasts (ReadSnapshot).
// Rows are read on up to `jobs` threads; `cost`, if there is one, is added to.
GameSet select_games(const Database& database, ColumnReader& columns, const GameFilter& filter,
                     unsigned jobs = 1, RowCost* cost = nullptr);

}  // namespace arbiter::sqlite
