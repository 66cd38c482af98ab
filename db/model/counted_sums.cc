#include "db/model/counted_sums.h"

#include <algorithm>

#include "db/model/leb128.h"
#include "db/model/sums_bytes.h"

namespace arbiter {
namespace {

YearCount& of_year(std::vector<YearCount>& years, std::uint16_t year) {
  auto place = std::ranges::lower_bound(years, year, {}, &YearCount::year);
  if (place == years.end() || place->year != year) place = years.insert(place, YearCount{year, 0});
  return *place;
}

// False where there are not so many.
bool take_from(std::uint64_t& number, std::uint64_t part) {
  if (part > number) return false;
  number -= part;
  return true;
}

bool take_from(MoveSums& sums, const MoveSums& part) {
  for (std::size_t i = 0; i < std::size(sums.games); ++i) {
    if (!take_from(sums.games[i], part.games[i])) return false;
  }
  return take_from(sums.white_elo_sum, part.white_elo_sum) &&
         take_from(sums.white_elo_games, part.white_elo_games) &&
         take_from(sums.black_elo_sum, part.black_elo_sum) &&
         take_from(sums.black_elo_games, part.black_elo_games);
}

}  // namespace

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
    if (!take_from(move.sums, part.sums)) return false;
    for (const auto& [year, games] : part.years) {
      if (!take_from(of_year(move.years, year).games, games)) return false;
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
    const bool rises = sums.moves_.empty() || sums.moves_.back().sums.next < move.sums.next;
    if (!cursor.is_sound() || !rises) return std::nullopt;
    sums.moves_.push_back(std::move(move));
  }
  return sums;
}

}  // namespace arbiter
