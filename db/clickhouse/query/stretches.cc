#include "db/clickhouse/query/stretches.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace arbiter::clickhouse {
namespace {

// Games are counted in ranges of ids that share all but this number of bits.
constexpr unsigned kPortionBits = 10;

std::string count_portions(const std::string& condition) {
  return fmt::format(
      "SELECT bitShiftRight(game, {}) AS portion, count() FROM games WHERE {}{} GROUP BY portion",
      kPortionBits, condition, kSeenGames);
}

}  // namespace

std::vector<Stretch> stretches(QuerySession& session, const QuerySession::SqlOfShard& condition,
                               std::uint64_t games_each) {
  std::map<std::uint64_t, Stretch> portions;
  const auto answers =
      session.ask_all([&](unsigned shard) { return count_portions(condition(shard)); });
  for_each_row(answers, [&](RowReader& rows, unsigned shard) {
    const std::uint64_t portion = rows.u64();
    Stretch& stretch = portions[portion];
    stretch.first = portion << kPortionBits;
    stretch.last = stretch.first + (std::uint64_t{1} << kPortionBits) - 1;
    stretch.games += rows.u64();
    stretch.shards.push_back(shard);
  });
  std::vector<Stretch> joined;
  for (const auto& [portion, stretch] : portions) {
    if (joined.empty() || joined.back().games >= games_each) {
      joined.push_back(stretch);
      continue;
    }
    Stretch& last = joined.back();
    last.last = stretch.last;
    last.games += stretch.games;
    std::vector<unsigned> shards;
    std::ranges::set_union(last.shards, stretch.shards, std::back_inserter(shards));
    last.shards = std::move(shards);
  }
  return joined;
}

std::string within(const Stretch& stretch) {
  return fmt::format("game >= {} AND game <= {}", stretch.first, stretch.last);
}

}  // namespace arbiter::clickhouse
