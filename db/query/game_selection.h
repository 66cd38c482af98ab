// Which games of a database a filter means.
#pragma once

#include "db/games/database.h"
#include "db/games/game_columns.h"
#include "db/model/game_filter.h"
#include "db/model/game_set.h"

namespace arbiter::db::query {

// The games that fit and are not deleted. A condition costs some 10 ms for a million games, a name
// about 0.1 us for each name that there is, material what games_reaching() says. The
// connection is one moment of the file while this lasts (ReadSnapshot).
GameSet select_games(const Database& database, ColumnReader& columns, const GameFilter& filter);

}  // namespace arbiter::db::query
