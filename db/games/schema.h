// The tables and views of a database file (README.md).
#pragma once

#include "db/sqlite/connection.h"

namespace arbiter::db::games {

// Makes them in an empty file, inside the caller's transaction.
void create_schema(const Connection& connection);

}  // namespace arbiter::db::games
