// The tables as people read them, for SQL by hand: names for numbers.
#pragma once

#include "db/sqlite/connection.h"

namespace arbiter::db::games {

// Makes the views `games`, `players` and `findings`, which leave deleted games out. Views hold no
// data: a later version may drop and make them anew.
void create_views(const Connection& connection);
void drop_views(const Connection& connection);

}  // namespace arbiter::db::games
