// The functions of SQL that return rows; see sql_functions.h.
#pragma once

struct sqlite3;

namespace arbiter::sqlite {

// Throws IoError.
void add_sql_tables(sqlite3* database);

}  // namespace arbiter::sqlite
