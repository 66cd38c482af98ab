#include "lib/laws/origin/pawn_origins.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <utility>

namespace arbiter {
namespace {

constexpr unsigned kSets = 256;  // of the eight files
constexpr int kNone = 1 << 20;   // more than any number of captures

// By the set of files that are taken: the fewest captures for the first men,
// as many as the set has members, and the file of the last of them.
struct Table {
  std::array<int, kSets> captures;
  std::array<int, kSets> last_file;
};

// Takes the next man to `file` after the men on `files`. Of two ways with as few captures, that
// with the smaller file stays. Returns whether the set is new.
bool extend(Table& table, unsigned files, int file, int cost) {
  const unsigned with = files | 1u << file;
  const int captures = table.captures[files] + cost;
  const bool is_new = table.captures[with] == kNone;
  if (captures > table.captures[with]) return false;
  if (captures == table.captures[with] && file > table.last_file[with]) return false;
  table.captures[with] = captures;
  table.last_file[with] = file;
  return is_new;
}

// The sets that all men can take; `table` says how.
std::vector<unsigned> fill(Table& table, const std::vector<PawnCosts>& men) {
  table.captures.fill(kNone);
  table.captures[0] = 0;
  std::vector<unsigned> sets = {0};  // those that the men so far can take
  for (const PawnCosts& costs : men) {
    std::vector<unsigned> larger;
    for (const unsigned files : sets) {
      for (int file = 0; file < 8; ++file) {
        const std::optional<int>& cost = costs[static_cast<std::size_t>(file)];
        if (!cost || (files >> file & 1) != 0) continue;
        if (extend(table, files, file, *cost)) larger.push_back(files | 1u << file);
      }
    }
    sets = std::move(larger);
  }
  return sets;
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
  Table table;
  const std::vector<unsigned> sets = fill(table, men);
  if (sets.empty()) return std::nullopt;
  unsigned best = *std::min_element(sets.begin(), sets.end(), [&](unsigned a, unsigned b) {
    return std::pair(table.captures[a], a) < std::pair(table.captures[b], b);
  });
  PawnAssignment assignment{table.captures[best], std::vector<File>(men.size())};
  for (std::size_t man = men.size(); man-- > 0;) {
    const int file = table.last_file[best];
    assignment.came_from[man] = static_cast<File>(file);
    best &= ~(1u << file);
  }
  return assignment;
}

}  // namespace arbiter
