// An Arbiter database file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "db/sqlite/file/connection.h"
#include "lib/base/result.h"

namespace arbiter::sqlite {

class Database {
 public:
  // Opens an existing file, or what Connection::open() accepts. Fails with advice if it is missing,
  // not an SQLite file, not Arbiter's, of a newer schema, or damaged. For writing, it also fails if
  // the file is of an older schema.
  static Result<std::unique_ptr<Database>> open(const std::string& path, Access access);

  // Uses a connection that belongs to its caller. Fails if it has no Arbiter database.
  static Result<std::unique_ptr<Database>> borrow(sqlite3* handle);

  // Opens a file for upgrade_database() (db/sqlite/care), also one of an older schema.
  static Result<std::unique_ptr<Database>> open_to_upgrade(const std::string& path);

  // Opens a file without comparing page checksums until set_page_check() is called, for
  // renew_pages() and recover_games() (db/sqlite/care).
  static Result<std::unique_ptr<Database>> open_unchecked(const std::string& path, Access access);

  const Connection& connection() const { return *connection_; }

  std::int64_t schema_version() const;

  // Returns the maximum indexed ply; nothing means that all are indexed.
  std::optional<std::uint32_t> index_plies() const;
  void set_index_plies(std::uint32_t plies);  // only while there are no games

  std::int64_t last_game() const;   // the greatest number in use; 0: no games
  std::int64_t game_count() const;  // deleted ones not counted

 private:
  explicit Database(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
  static Result<std::unique_ptr<Database>> with(Result<std::unique_ptr<Connection>> connection);

  std::unique_ptr<Connection> connection_;
};

// The maximum records of one stretch of texts: each takes a byte or more of 64 KB.
inline constexpr std::int64_t kMaxRecords = std::int64_t{1} << 16;

// The maximum number of a game in any file.
inline constexpr std::int64_t kMaxGame = std::int64_t{1} << 28;

// Returns the maximum number of a game in this file: 32 for each byte, which includes games that
// were deleted and removed.
std::int64_t max_game(const Connection& connection);
// Returns the maximum number of a player, event or site: 16 for each byte.
std::int64_t max_name(const Connection& connection);

// Returns the greatest number that a game has or had, 0 without games. Throws DamageError if it is
// impossible.
std::int64_t last_game(const Connection& connection);

// Throws DamageError if `number` is not from 1 to `max`: "game -5: its number is invalid".
void check_number(const Connection& connection, std::string_view what, std::int64_t number,
                  std::int64_t max);

}  // namespace arbiter::sqlite
