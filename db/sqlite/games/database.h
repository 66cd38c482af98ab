// A database file of Arbiter's: opened, checked, one moment of it held.
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
  // Opens a file that is there (or what Connection::open() takes for one). Fails, with the way out,
  // where there is none, it is no SQLite file, not Arbiter's, of a newer schema, or damaged; for
  // writing, also where it is of an older schema.
  static Result<std::unique_ptr<Database>> open(const std::string& path, Access access);

  // Tables on a connection that is somebody else's. Fails if it is no database of ours.
  static Result<std::unique_ptr<Database>> borrow(sqlite3* handle);

  // The same for upgrade_database() (db/care): an older schema can be written.
  static Result<std::unique_ptr<Database>> open_to_upgrade(const std::string& path);

  // The same without comparing pages with their checksums, until somebody changes that: for
  // renew_pages() and recover_games() (db/care).
  static Result<std::unique_ptr<Database>> open_unchecked(const std::string& path, Access access);

  const Connection& connection() const { return *connection_; }

  std::int64_t schema_version() const;

  // The deepest ply that is indexed; nothing: all are.
  std::optional<std::uint32_t> index_plies() const;
  void set_index_plies(std::uint32_t plies);  // only while there are no games

  std::int64_t last_game() const;   // the greatest number in use; 0: no games
  std::int64_t game_count() const;  // deleted ones not counted

 private:
  explicit Database(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
  static Result<std::unique_ptr<Database>> with(Result<std::unique_ptr<Connection>> connection);

  std::unique_ptr<Connection> connection_;
};

// The records of one stretch of texts: each takes a byte or more of 64 KB.
inline constexpr std::int64_t kMaxRecords = std::int64_t{1} << 16;

// The greatest number that a game of any file can have.
inline constexpr std::int64_t kMaxGame = std::int64_t{1} << 28;

// The same for this file: 32 for each byte of the file, which leaves room for
// games that were deleted and whose remains were removed.
std::int64_t max_game(const Connection& connection);
// The same for players, events and sites, of which there are fewer: 16 for each byte.
std::int64_t max_name(const Connection& connection);

// The greatest number that a game has or had; 0: no games. Throws DamageError if it is none.
std::int64_t last_game(const Connection& connection);

// Throws DamageError if `number` is none of 1 to `most`: "game -5: its number is invalid".
void check_number(const Connection& connection, std::string_view what, std::int64_t number,
                  std::int64_t most);

}  // namespace arbiter::sqlite
