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
  // Opens an existing file, or a special name of Connection::open(). Fails with advice if the file
  // is missing, not an SQLite file, not Arbiter's, of a newer schema, or damaged. Opening for
  // writing also fails if the schema is older.
  static Result<std::unique_ptr<Database>> open(const std::string& path, Access access);

  // Uses a connection owned by the caller. Fails if the connection has no Arbiter database.
  static Result<std::unique_ptr<Database>> borrow(sqlite3* handle);

  // Opens a file of the current or an older schema for upgrade_database() (db/sqlite/care).
  static Result<std::unique_ptr<Database>> open_to_upgrade(const std::string& path);

  // Opens a file for renew_pages() and recover_games() (db/sqlite/care). Page checksums are not
  // compared until set_page_check() is called.
  static Result<std::unique_ptr<Database>> open_unchecked(const std::string& path, Access access);

  const Connection& connection() const { return *connection_; }

  std::int64_t schema_version() const;

  // Returns the maximum ply of the index; nothing if all plies are indexed.
  std::optional<std::uint32_t> index_plies() const;
  void set_index_plies(std::uint32_t plies);  // allowed only while there are no games

  std::int64_t last_game() const;   // the highest number in use; 0 if there are no games
  std::int64_t game_count() const;  // without deleted games

 private:
  explicit Database(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
  static Result<std::unique_ptr<Database>> with(Result<std::unique_ptr<Connection>> connection);

  std::unique_ptr<Connection> connection_;
};

// The maximum number of records in a row of `game_text`. A row has about 64 KB, and a record at
// least one byte.
inline constexpr std::int64_t kMaxRecords = std::int64_t{1} << 16;

// The maximum game number in any file.
inline constexpr std::int64_t kMaxGame = std::int64_t{1} << 28;

// Returns an upper bound of game numbers in this file: 32 per byte, to include deleted and removed
// games.
std::int64_t max_game(const Connection& connection);
// Returns an upper bound of player, event and site numbers: 16 per byte of the file.
std::int64_t max_name(const Connection& connection);

// Returns the highest number that any game has or had; 0 without games. Throws DamageError if it is
// impossible.
std::int64_t last_game(const Connection& connection);

// Throws DamageError, as in "game -5: its number is invalid", unless `number` is from 1 to `max`.
void check_number(const Connection& connection, std::string_view what, std::int64_t number,
                  std::int64_t max);

}  // namespace arbiter::sqlite
