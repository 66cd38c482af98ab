#include "db/model/position_sums.h"

#include <algorithm>
#include <array>
#include <limits>

#include "db/model/leb128.h"

namespace arbiter {
namespace {

constexpr std::uint64_t kMaxShort = std::numeric_limits<std::uint16_t>::max();

// Calls `visit` for each number of a move that is stored in both forms, in byte order.
template <class Sums>
auto counts_of(Sums& sums) {
  return std::array{&sums.games[0],      &sums.games[1],       &sums.games[2],
                    &sums.games[3],      &sums.white_elo_sum,  &sums.white_elo_games,
                    &sums.black_elo_sum, &sums.black_elo_games};
}

void append_counts(const MoveSums& sums, std::vector<std::uint8_t>& bytes) {
  append_leb128(sums.next, bytes);
  for (const std::uint64_t* count : counts_of(sums)) append_leb128(*count, bytes);
}

std::uint16_t read_short(ByteCursor& cursor) {
  const std::uint64_t number = cursor.number();
  return static_cast<std::uint16_t>(number <= kMaxShort ? number : cursor.fail());
}

MoveSums read_counts(ByteCursor& cursor) {
  MoveSums sums{.next = read_short(cursor)};
  for (std::uint64_t* count : counts_of(sums)) *count = cursor.number();
  return sums;
}

// Calls `visit(YearCount)` for each year. Fails if the years are not in ascending order.
template <class Visit>
void for_each_year(ByteCursor& cursor, Visit visit) {
  std::uint64_t year = 0;
  for (std::uint64_t years = cursor.number(); years > 0 && cursor.is_sound(); --years) {
    const std::uint64_t step = cursor.number();
    const std::uint64_t games = cursor.number();
    if (step == 0 || step > kMaxShort - year || games == 0) cursor.fail();
    year += step;
    if (cursor.is_sound()) visit(YearCount{static_cast<std::uint16_t>(year), games});
  }
}

MoveSums read_move(ByteCursor& cursor, SumsForm form) {
  MoveSums sums = read_counts(cursor);
  if (form == SumsForm::YearCounts) {
    for_each_year(cursor, [&](YearCount count) { sums.widen_years(count.year, count.year); });
    return sums;
  }
  sums.first_year = read_short(cursor);
  const std::uint64_t last_year = sums.first_year + std::uint64_t{read_short(cursor)};
  sums.last_year = static_cast<std::uint16_t>(last_year <= kMaxShort ? last_year : cursor.fail());
  return sums;
}

YearCount& of_year(std::vector<YearCount>& years, std::uint16_t year) {
  auto place = std::ranges::lower_bound(years, year, {}, &YearCount::year);
  if (place == years.end() || place->year != year) place = years.insert(place, YearCount{year, 0});
  return *place;
}

// Subtracts `part` from `number`. Returns false if `part` is greater.
bool subtract_from(std::uint64_t& number, std::uint64_t part) {
  if (part > number) return false;
  number -= part;
  return true;
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
  const auto counts = counts_of(*this);
  const auto others = counts_of(other);
  for (std::size_t i = 0; i < counts.size(); ++i) *counts[i] += *others[i];
  widen_years(other.first_year, other.last_year);
}

MoveSums& PositionSums::of(std::uint16_t next) {
  auto place = std::ranges::lower_bound(moves_, next, {}, &MoveSums::next);
  if (place == moves_.end() || place->next != next) {
    place = moves_.insert(place, MoveSums{.next = next});
  }
  return *place;
}

void PositionSums::add(const PositionSums& other) {
  for (const MoveSums& sums : other.moves_) add(sums);
}

std::uint64_t PositionSums::all_games() const {
  std::uint64_t games = 0;
  for (const MoveSums& sums : moves_) games += sums.all_games();
  return games;
}

void append_sums(const PositionSums& sums, std::vector<std::uint8_t>& bytes) {
  for (const MoveSums& move : sums.moves()) {
    append_counts(move, bytes);
    append_leb128(move.first_year, bytes);
    append_leb128(std::uint64_t{move.last_year} - move.first_year, bytes);
  }
}

std::optional<PositionSums> read_sums(std::span<const std::uint8_t> bytes, SumsForm form) {
  PositionSums sums;
  ByteCursor cursor(bytes);
  while (!cursor.at_end()) {
    const MoveSums move = read_move(cursor, form);
    const bool is_ascending = sums.moves().empty() || sums.moves().back().next < move.next;
    if (!cursor.is_sound() || !is_ascending) return std::nullopt;
    sums.add(move);
  }
  return sums;
}

CountedSums::Move& CountedSums::of(std::uint16_t next) {
  const auto next_of = [](const Move& move) { return move.sums.next; };
  auto place = std::ranges::lower_bound(moves_, next, {}, next_of);
  if (place == moves_.end() || place->sums.next != next) {
    place = moves_.insert(place, Move{.sums = {.next = next}, .years = {}});
  }
  return *place;
}

void CountedSums::add(std::uint16_t next, const GameFacts& game) {
  Move& move = of(next);
  GameFacts without_year = game;
  without_year.year = 0;
  move.sums.add(without_year);
  if (game.year != 0) ++of_year(move.years, game.year).games;
}

void CountedSums::add(const CountedSums& other) {
  for (const Move& part : other.moves_) {
    Move& move = of(part.sums.next);
    move.sums.add(part.sums);
    for (const auto& [year, games] : part.years) of_year(move.years, year).games += games;
  }
}

bool CountedSums::subtract(const CountedSums& other) {
  for (const Move& part : other.moves_) {
    Move& move = of(part.sums.next);
    const auto counts = counts_of(move.sums);
    const auto parts = counts_of(part.sums);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (!subtract_from(*counts[i], *parts[i])) return false;
    }
    for (const auto& [year, games] : part.years) {
      if (!subtract_from(of_year(move.years, year).games, games)) return false;
    }
    std::erase_if(move.years, [](const YearCount& count) { return count.games == 0; });
  }
  std::erase_if(moves_, [](const Move& move) { return move.sums.all_games() == 0; });
  return true;
}

PositionSums CountedSums::sums() const {
  PositionSums sums;
  for (const Move& move : moves_) {
    MoveSums ranged = move.sums;
    if (!move.years.empty()) ranged.widen_years(move.years.front().year, move.years.back().year);
    sums.add(ranged);
  }
  return sums;
}

void append_sums(const CountedSums& sums, std::vector<std::uint8_t>& bytes) {
  for (const CountedSums::Move& move : sums.moves_) {
    append_counts(move.sums, bytes);
    append_leb128(move.years.size(), bytes);
    std::uint16_t before = 0;
    for (const auto& [year, games] : move.years) {
      append_leb128(std::uint64_t{year} - before, bytes);
      append_leb128(games, bytes);
      before = year;
    }
  }
}

std::optional<CountedSums> read_counted_sums(std::span<const std::uint8_t> bytes) {
  CountedSums sums;
  ByteCursor cursor(bytes);
  while (!cursor.at_end()) {
    CountedSums::Move move{.sums = read_counts(cursor), .years = {}};
    for_each_year(cursor, [&](YearCount count) { move.years.push_back(count); });
    const bool is_ascending = sums.moves_.empty() || sums.moves_.back().sums.next < move.sums.next;
    if (!cursor.is_sound() || !is_ascending) return std::nullopt;
    sums.moves_.push_back(std::move(move));
  }
  return sums;
}

}  // namespace arbiter
