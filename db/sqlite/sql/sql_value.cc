#include "db/sqlite/sql/sql_value.h"

#include <sqlite3.h>

#include <stdexcept>

namespace arbiter::sqlite {

SqlValue sql_value_of(sqlite3_value* value) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_NULL:
      return nullptr;
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_value_int64(value)};
    case SQLITE_FLOAT:
      return sqlite3_value_double(value);
    case SQLITE_BLOB: {
      const auto* const bytes = static_cast<const char*>(sqlite3_value_blob(value));
      return SqlBlob{std::string(bytes, static_cast<std::size_t>(sqlite3_value_bytes(value)))};
    }
    default: {
      const auto* const text = reinterpret_cast<const char*>(sqlite3_value_text(value));
      return std::string(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
    }
  }
}

void set_sql_result(sqlite3_context* context, const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    sqlite3_result_int64(context, *integer);
  } else if (const auto* real = std::get_if<double>(&value)) {
    sqlite3_result_double(context, *real);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    sqlite3_result_text64(context, text->data(), text->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  } else if (const auto* blob = std::get_if<SqlBlob>(&value)) {
    sqlite3_result_blob64(context, blob->bytes.data(), blob->bytes.size(), SQLITE_TRANSIENT);
  } else {
    sqlite3_result_null(context);
  }
}

const std::string& text_in(const SqlValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  throw std::invalid_argument("the argument is not text");
}

std::int64_t integer_in(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  throw std::invalid_argument("the argument is not a whole number");
}

}  // namespace arbiter::sqlite
