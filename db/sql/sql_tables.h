// The functions of SQL that return rows; see sql_functions.h.
#pragma once

#include "db/model/namespaces.h"

struct sqlite3;

namespace arbiter::db::sql {

// Throws IoError.
void add_sql_tables(sqlite3* database);

}  // namespace arbiter::db::sql
