#include <sqlite3.h>

#include <cassert>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {
Statement::Statement(const Connection& connection, sqlite3_stmt* statement)
    : connection_(&connection), statement_(statement) {}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::check(int code) {
  if (code != SQLITE_OK) connection_->fail();
}

// Resets a statement in the middle of its rows, which could not be bound.
void Statement::end_run() {
  if (sqlite3_stmt_busy(statement_.get()) != 0) sqlite3_reset(statement_.get());
}

Statement& Statement::bind_integer(int parameter, std::int64_t value) {
  end_run();
  check(sqlite3_bind_int64(statement_.get(), parameter, value));
  return *this;
}

Statement& Statement::bind(int parameter, double value) {
  end_run();
  check(sqlite3_bind_double(statement_.get(), parameter, value));
  return *this;
}

Statement& Statement::bind(int parameter, std::string_view text) {
  // A null pointer would bind NULL, not an empty text.
  const char* data = text.data() == nullptr ? "" : text.data();
  end_run();
  check(sqlite3_bind_text64(statement_.get(), parameter, data, text.size(), SQLITE_STATIC,
                            SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind(int parameter, std::span<const std::uint8_t> bytes) {
  const void* data = bytes.data() == nullptr ? static_cast<const void*>("") : bytes.data();
  end_run();
  check(sqlite3_bind_blob64(statement_.get(), parameter, data, bytes.size(), SQLITE_STATIC));
  return *this;
}

Statement& Statement::bind_null(int parameter) {
  end_run();
  check(sqlite3_bind_null(statement_.get(), parameter));
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    sqlite3_reset(statement_.get());
    return false;
  }
  try {
    connection_->fail();
  } catch (...) {
    sqlite3_reset(statement_.get());  // resets the error too
    throw;
  }
}

void Statement::run() {
  while (step()) {
  }
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

int Statement::columns() const { return sqlite3_column_count(statement_.get()); }

std::string_view Statement::name(int column) const {
  return sqlite3_column_name(statement_.get(), column);
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

std::string_view Statement::text(int column) const {
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::span<const std::uint8_t> Statement::blob(int column) const {
  const auto* data =
      static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_.get(), column));
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::optional<Blob> Connection::open_blob(const char* table, const char* column, std::int64_t row,
                                          Access access) const {
  sqlite3_blob* blob = nullptr;
  const int is_writable = access == Access::Read ? 0 : 1;
  const int code = sqlite3_blob_open(handle_, "main", table, column, row, is_writable, &blob);
  if (code == SQLITE_OK) return Blob(*this, blob);
  sqlite3_blob_close(blob);
  const std::string_view words = sqlite3_errmsg(handle_);
  if (code == SQLITE_ERROR && words.starts_with("no such rowid")) return std::nullopt;
  fail();
}

Blob::Blob(const Connection& connection, sqlite3_blob* blob)
    : connection_(&connection), blob_(blob) {}

void Blob::Close::operator()(sqlite3_blob* blob) const { sqlite3_blob_close(blob); }

std::size_t Blob::size() const { return static_cast<std::size_t>(sqlite3_blob_bytes(blob_.get())); }

void Blob::read(std::size_t offset, std::span<std::uint8_t> into) const {
  assert(offset + into.size() <= size());
  if (sqlite3_blob_read(blob_.get(), into.data(), static_cast<int>(into.size()),
                        static_cast<int>(offset)) != SQLITE_OK) {
    connection_->fail();
  }
}

void Blob::write(std::size_t offset, std::span<const std::uint8_t> bytes) {
  assert(offset + bytes.size() <= size());
  if (sqlite3_blob_write(blob_.get(), bytes.data(), static_cast<int>(bytes.size()),
                         static_cast<int>(offset)) != SQLITE_OK) {
    connection_->fail();
  }
}

bool Blob::reopen(std::int64_t row) {
  const int code = sqlite3_blob_reopen(blob_.get(), row);
  if (code == SQLITE_OK) return true;
  if (code == SQLITE_ERROR) return false;
  connection_->fail();
}

}  // namespace arbiter::sqlite
