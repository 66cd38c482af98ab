#include "db/model/sums_bytes.h"

#include "db/model/leb128.h"

namespace arbiter {

std::uint16_t read_short(ByteCursor& cursor) {
  const std::uint64_t number = cursor.number();
  return static_cast<std::uint16_t>(number <= kLargestShort ? number : cursor.fail());
}

void append_counts(const MoveSums& sums, std::vector<std::uint8_t>& bytes) {
  append_leb128(sums.next, bytes);
  for (const std::uint64_t games : sums.games) append_leb128(games, bytes);
  append_leb128(sums.white_elo_sum, bytes);
  append_leb128(sums.white_elo_games, bytes);
  append_leb128(sums.black_elo_sum, bytes);
  append_leb128(sums.black_elo_games, bytes);
}

MoveSums read_counts(ByteCursor& cursor) {
  MoveSums sums;
  sums.next = read_short(cursor);
  for (std::uint64_t& games : sums.games) games = cursor.number();
  sums.white_elo_sum = cursor.number();
  sums.white_elo_games = cursor.number();
  sums.black_elo_sum = cursor.number();
  sums.black_elo_games = cursor.number();
  return sums;
}

}  // namespace arbiter
