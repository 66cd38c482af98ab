// Values on their way between SQLite and C++; used by the functions of SQL only.
#pragma once

#include "db/sqlite/sql/table_function.h"

struct sqlite3_context;
struct sqlite3_value;

namespace arbiter::sqlite {

SqlValue sql_value_of(sqlite3_value* value);
void set_sql_result(sqlite3_context* context, const SqlValue& value);

// The argument as a text, or as a whole number. Throw std::invalid_argument where it is neither,
// with a sentence.
const std::string& text_in(const SqlValue& value);
std::int64_t integer_in(const SqlValue& value);

}  // namespace arbiter::sqlite
