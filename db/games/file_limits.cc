#include "db/games/file_limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/model/damage.h"

namespace arbiter::db::games {
namespace {

constexpr std::int64_t kGamesAByte = 32;
constexpr std::int64_t kMostGames = std::int64_t{1} << 28;
constexpr std::int64_t kNamesAByte = 16;
constexpr std::int64_t kMostNames = std::int64_t{1} << 26;

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

void check_number(const Connection& connection, std::string_view what, std::int64_t number,
                  std::int64_t most) {
  if (number >= 1 && number <= most) return;
  throw DamageError(connection.path(), fmt::format("{} {}: its number is invalid", what, number));
}

}  // namespace arbiter::db::games
