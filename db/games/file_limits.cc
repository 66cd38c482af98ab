#include "db/games/file_limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/model/damage.h"

namespace arbiter::db::games {
namespace {

constexpr std::int64_t kNumbersAByte = 32;
constexpr std::int64_t kMostGames = std::int64_t{1} << 28;

}  // namespace

std::int64_t most_games(const Connection& connection) {
  const std::int64_t bytes =
      connection.integer("PRAGMA page_count") * connection.integer("PRAGMA page_size");
  return std::min(bytes, kMostGames / kNumbersAByte) * kNumbersAByte;
}

void check_number(const Connection& connection, std::string_view what, std::int64_t number,
                  std::int64_t most) {
  if (number >= 1 && number <= most) return;
  throw DamageError(connection.path(), fmt::format("{} {}: its number is invalid", what, number));
}

}  // namespace arbiter::db::games
