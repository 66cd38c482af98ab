#include "db/sqlite/games/file_limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/model/damage.h"

namespace arbiter::sqlite {
namespace {

constexpr std::int64_t kGamesAByte = 32;
constexpr std::int64_t kNamesAByte = 16;
constexpr std::int64_t kMostNames = std::int64_t{1} << 26;

// `meta` has it where the game itself is no longer there.
constexpr std::string_view kLastGame =
    "SELECT max((SELECT coalesce(max(id), 0) FROM game),"
    " (SELECT coalesce(max(value), 0) FROM meta WHERE name = 'last_game'))";

std::int64_t bytes_of(const Connection& connection) {
  return connection.integer("PRAGMA page_count") * connection.integer("PRAGMA page_size");
}

}  // namespace

std::int64_t most_games(const Connection& connection) {
  return std::min(bytes_of(connection), kMostGames / kGamesAByte) * kGamesAByte;
}

std::int64_t most_names(const Connection& connection) {
  return std::min(bytes_of(connection), kMostNames / kNamesAByte) * kNamesAByte;
}

std::int64_t last_game(const Connection& connection) {
  const std::int64_t last = connection.integer(kLastGame);
  if (last != 0) check_number(connection, "game", last, most_games(connection));
  return last;
}

void check_number(const Connection& connection, std::string_view what, std::int64_t number,
                  std::int64_t most) {
  if (number >= 1 && number <= most) return;
  throw DamageError(connection.path(), fmt::format("{} {}: its number is invalid", what, number));
}

}  // namespace arbiter::sqlite
