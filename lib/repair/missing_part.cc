#include "lib/repair/missing_part.h"

#include <algorithm>
#include <cstddef>

namespace arbiter {
namespace {

constexpr std::size_t kLookBack = 10;
constexpr std::size_t kColumn = 3;  // numbers one after the other that show a column

using Moves = std::vector<RepairMove>;

std::uint32_t number_of(std::int64_t plies) { return static_cast<std::uint32_t>(plies / 2 + 1); }

// Whether the next number behind ply `at` continues the one there.
bool goes_on(const Moves& moves, std::size_t at) {
  for (std::size_t next = at + 1; next < moves.size(); ++next) {
    if (!moves[next].numbered) continue;
    return *moves[next].numbered - *moves[at].numbered == static_cast<std::int64_t>(next - at);
  }
  return false;
}

std::optional<MissingPart> missing_page(const Moves& moves, const ReplayPoint& before) {
  const std::size_t at = before.next;
  if (!moves[at].numbered || !goes_on(moves, at)) return std::nullopt;
  const std::int64_t due = plies_of(before.position) + before.ahead;
  if (*moves[at].numbered < due + 2) return std::nullopt;
  return MissingPart{.first = number_of(due), .last = number_of(*moves[at].numbered - 1)};
}

// How many numbers from ply `at` on stand at each half-move and count a whole move.
std::size_t numbers_in_column(const Moves& moves, std::size_t at) {
  std::size_t count = 0;
  while (at + count < moves.size() && moves[at + count].numbered &&
         (count == 0 || *moves[at + count].numbered - *moves[at + count - 1].numbered == 2)) {
    ++count;
  }
  return count;
}

std::optional<MissingPart> missing_column(const Moves& moves, std::size_t at) {
  const std::size_t count = numbers_in_column(moves, at);
  if (count < kColumn) return std::nullopt;
  const std::int64_t first = *moves[at].numbered;
  const std::int64_t last = *moves[at + count - 1].numbered;
  const bool lacks_black = first % 2 == 0;  // but behind the last, which Black answers
  return MissingPart{.first = number_of(first),
                     .last = number_of(lacks_black ? last - 2 : last),
                     .player = lacks_black ? Color::Black : Color::White};
}

}  // namespace

std::optional<MissingPart> missing_part(const WrittenLine& line, const LegalPart& legal) {
  const std::size_t broken = legal.broken();
  for (std::size_t at = broken - std::min(broken, kLookBack); at <= broken; ++at) {
    if (const auto column = missing_column(line.moves, at)) return column;
    if (const auto page = missing_page(line.moves, legal.points[at])) return page;
  }
  return std::nullopt;
}

}  // namespace arbiter
