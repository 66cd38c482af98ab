// How large a number in a file can be before it is damage: whoever makes room by one asks here.
#pragma once

#include <cstdint>
#include <string_view>

#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// The records of one stretch of texts: each takes a byte or more of 64 KB.
inline constexpr std::int64_t kMostRecords = std::int64_t{1} << 16;

// The greatest number that a game of any file can have.
inline constexpr std::int64_t kMostGames = std::int64_t{1} << 28;

// The same for this file: 32 for each byte of the file, which leaves room for
// games that were deleted and whose remains were removed.
std::int64_t most_games(const Connection& connection);
// The same for players, events and sites, of which there are fewer: 16 for each byte.
std::int64_t most_names(const Connection& connection);

// The greatest number that a game has or had; 0: no games. Throws DamageError if it is none.
std::int64_t last_game(const Connection& connection);

// Throws DamageError if `number` is none of 1 to `most`: "game -5: its number is invalid".
void check_number(const Connection& connection, std::string_view what, std::int64_t number,
                  std::int64_t most);

}  // namespace arbiter::sqlite
