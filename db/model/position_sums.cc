#include "db/model/position_sums.h"

#include <algorithm>

#include "db/model/leb128.h"
#include "db/model/sums_bytes.h"

namespace arbiter {
namespace {

void append_move(const MoveSums& sums, std::vector<std::uint8_t>& bytes) {
  append_counts(sums, bytes);
  append_leb128(sums.first_year, bytes);
  append_leb128(std::uint64_t{sums.last_year} - sums.first_year, bytes);
}

void read_year_range(ByteCursor& cursor, MoveSums& sums) {
  sums.first_year = read_short(cursor);
  const std::uint64_t last_year = sums.first_year + std::uint64_t{read_short(cursor)};
  sums.last_year =
      static_cast<std::uint16_t>(last_year <= kLargestShort ? last_year : cursor.fail());
}

MoveSums read_move(ByteCursor& cursor, SumsForm form) {
  MoveSums sums = read_counts(cursor);
  if (form == SumsForm::YearRange) {
    read_year_range(cursor, sums);
  } else {
    for_each_year(cursor, [&](YearCount count) { sums.widen_years(count.year, count.year); });
  }
  return sums;
}

}  // namespace

void MoveSums::widen_years(std::uint16_t first, std::uint16_t last) {
  if (first == 0) return;
  first_year = first_year == 0 ? first : std::min(first_year, first);
  last_year = std::max(last_year, last);
}

void MoveSums::add(const GameFacts& game) {
  ++games[static_cast<std::size_t>(game.result)];
  white_elo_sum += game.white_elo;
  white_elo_games += game.white_elo != 0;
  black_elo_sum += game.black_elo;
  black_elo_games += game.black_elo != 0;
  widen_years(game.year, game.year);
}

void MoveSums::add(const MoveSums& other) {
  for (std::size_t i = 0; i < std::size(games); ++i) games[i] += other.games[i];
  white_elo_sum += other.white_elo_sum;
  white_elo_games += other.white_elo_games;
  black_elo_sum += other.black_elo_sum;
  black_elo_games += other.black_elo_games;
  widen_years(other.first_year, other.last_year);
}

MoveSums& PositionSums::of(std::uint16_t next) {
  auto place = std::ranges::lower_bound(moves_, next, {}, &MoveSums::next);
  if (place == moves_.end() || place->next != next) {
    place = moves_.insert(place, MoveSums{.next = next});
  }
  return *place;
}

void PositionSums::add(std::uint16_t next, const GameFacts& game) { of(next).add(game); }

void PositionSums::add(const MoveSums& sums) { of(sums.next).add(sums); }

void PositionSums::add(const PositionSums& other) {
  for (const MoveSums& sums : other.moves_) add(sums);
}

std::uint64_t PositionSums::all_games() const {
  std::uint64_t games = 0;
  for (const MoveSums& sums : moves_) games += sums.all_games();
  return games;
}

void append_sums(const PositionSums& sums, std::vector<std::uint8_t>& bytes) {
  for (const MoveSums& move : sums.moves()) append_move(move, bytes);
}

std::optional<PositionSums> read_sums(std::span<const std::uint8_t> bytes, SumsForm form) {
  PositionSums sums;
  ByteCursor cursor(bytes);
  while (!cursor.at_end()) {
    const MoveSums move = read_move(cursor, form);
    const bool rises = sums.moves().empty() || sums.moves().back().next < move.next;
    if (!cursor.is_sound() || !rises) return std::nullopt;
    sums.add(move);
  }
  return sums;
}

}  // namespace arbiter
