#include <sqlite3.h>

#include <string>
#include <utility>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

Statement::Statement(const Connection& connection, sqlite3_stmt* statement)
    : connection_(&connection), statement_(statement) {}

Statement::Statement(Statement&& other) noexcept
    : connection_(other.connection_), statement_(std::exchange(other.statement_, nullptr)) {}

Statement& Statement::operator=(Statement&& other) noexcept {
  std::swap(connection_, other.connection_);
  std::swap(statement_, other.statement_);
  return *this;
}

Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::check(int code) {
  if (code != SQLITE_OK) connection_->fail();
}

// A statement in the middle of its rows refuses to be bound.
void Statement::end_run() {
  if (sqlite3_stmt_busy(statement_) != 0) sqlite3_reset(statement_);
}

Statement& Statement::bind_integer(int parameter, std::int64_t value) {
  end_run();
  check(sqlite3_bind_int64(statement_, parameter, value));
  return *this;
}

Statement& Statement::bind(int parameter, double value) {
  end_run();
  check(sqlite3_bind_double(statement_, parameter, value));
  return *this;
}

Statement& Statement::bind(int parameter, std::string_view text) {
  // An empty text is still a text: a null pointer would be NULL.
  const char* data = text.data() == nullptr ? "" : text.data();
  end_run();
  check(sqlite3_bind_text64(statement_, parameter, data, text.size(), SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind_blob(int parameter, std::span<const std::uint8_t> bytes) {
  const void* data = bytes.data() == nullptr ? static_cast<const void*>("") : bytes.data();
  end_run();
  check(sqlite3_bind_blob64(statement_, parameter, data, bytes.size(), SQLITE_STATIC));
  return *this;
}

Statement& Statement::bind_null(int parameter) {
  end_run();
  check(sqlite3_bind_null(statement_, parameter));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    sqlite3_reset(statement_);
    return false;
  }
  try {
    connection_->fail();
  } catch (...) {
    sqlite3_reset(statement_);  // not before: it forgets the reason
    throw;
  }
}

void Statement::run() {
  while (step()) {
  }
}

void Statement::reset() { sqlite3_reset(statement_); }

int Statement::columns() const { return sqlite3_column_count(statement_); }

std::string_view Statement::name(int column) const {
  return sqlite3_column_name(statement_, column);
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

double Statement::real(int column) const { return sqlite3_column_double(statement_, column); }

std::string_view Statement::text(int column) const {
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

std::span<const std::uint8_t> Statement::blob(int column) const {
  const auto* data = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_, column));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

}  // namespace arbiter::sqlite
