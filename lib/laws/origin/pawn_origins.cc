#include "lib/laws/origin/pawn_origins.h"

#include <cassert>
#include <cstddef>
#include <cstdlib>

namespace arbiter::laws::origin {

namespace {

constexpr unsigned kSets = 256;  // of the eight files
constexpr int kNone = 1 << 20;   // more than any number of captures

// By the set of files that are taken: the fewest captures for the first men,
// as many as the set has members, and the file of the last of them.
struct Table {
  std::array<int, kSets> captures;
  std::array<int, kSets> last_file;
};

Table table_of(const std::vector<PawnCosts>& men) {
  Table table;
  table.captures.fill(kNone);
  table.last_file.fill(0);
  table.captures[0] = 0;
  for (unsigned files = 1; files < kSets; ++files) {
    const auto man = static_cast<std::size_t>(__builtin_popcount(files)) - 1;
    if (man >= men.size()) continue;
    for (int file = 0; file < 8; ++file) {
      const std::optional<int> cost = men[man][static_cast<std::size_t>(file)];
      if ((files >> file & 1) == 0 || !cost) continue;
      const int captures = table.captures[files & ~(1u << file)] + *cost;
      if (captures >= table.captures[files]) continue;
      table.captures[files] = captures;
      table.last_file[files] = file;
    }
  }
  return table;
}

}  // namespace

PawnCosts costs_of_pawn(Color color, Square square) {
  const int ranks = index_of(relative_rank(color, square)) - index_of(Rank::Two);
  const int own_file = index_of(file_of(square));
  PawnCosts costs;
  for (int file = 0; file < 8; ++file) {
    const int aside = std::abs(file - own_file);
    if (aside <= ranks) costs[static_cast<std::size_t>(file)] = aside;
  }
  return costs;
}

std::optional<PawnAssignment> fewest_captures(const std::vector<PawnCosts>& men) {
  assert(men.size() <= 8);
  const Table table = table_of(men);
  unsigned best = kSets;
  for (unsigned files = 0; files < kSets; ++files) {
    if (static_cast<std::size_t>(__builtin_popcount(files)) != men.size()) continue;
    if (table.captures[files] >= kNone) continue;
    if (best == kSets || table.captures[files] < table.captures[best]) best = files;
  }
  if (best == kSets) return std::nullopt;
  PawnAssignment assignment{table.captures[best], std::vector<File>(men.size())};
  for (std::size_t man = men.size(); man-- > 0;) {
    const int file = table.last_file[best];
    assignment.came_from[man] = static_cast<File>(file);
    best &= ~(1u << file);
  }
  return assignment;
}

}  // namespace arbiter::laws::origin
