#include <sqlite3.h>

#include <cassert>
#include <utility>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

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

Blob::Blob(Blob&& other) noexcept
    : connection_(other.connection_), blob_(std::exchange(other.blob_, nullptr)) {}

Blob& Blob::operator=(Blob&& other) noexcept {
  std::swap(connection_, other.connection_);
  std::swap(blob_, other.blob_);
  return *this;
}

Blob::~Blob() { sqlite3_blob_close(blob_); }

std::size_t Blob::size() const { return static_cast<std::size_t>(sqlite3_blob_bytes(blob_)); }

void Blob::read(std::size_t offset, std::span<std::uint8_t> into) const {
  assert(offset + into.size() <= size());
  if (sqlite3_blob_read(blob_, into.data(), static_cast<int>(into.size()),
                        static_cast<int>(offset)) != SQLITE_OK) {
    connection_->fail();
  }
}

void Blob::write(std::size_t offset, std::span<const std::uint8_t> bytes) {
  assert(offset + bytes.size() <= size());
  if (sqlite3_blob_write(blob_, bytes.data(), static_cast<int>(bytes.size()),
                         static_cast<int>(offset)) != SQLITE_OK) {
    connection_->fail();
  }
}

bool Blob::reopen(std::int64_t row) {
  const int code = sqlite3_blob_reopen(blob_, row);
  if (code == SQLITE_OK) return true;
  if (code == SQLITE_ERROR) return false;
  connection_->fail();
}

}  // namespace arbiter::sqlite
