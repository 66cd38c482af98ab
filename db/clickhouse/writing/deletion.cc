#include "db/clickhouse/writing/deletion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "db/clickhouse/cluster/clock.h"
#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/writing/write_once.h"
#include "db/clickhouse/writing/writer_name.h"

namespace arbiter::clickhouse {
namespace {

// The negative sums of the games by position, move and year, then without the year. Games that
// another deletion has subtracted meanwhile do not count.
constexpr std::string_view kContributions =
    "SELECT key, toUInt64({0}) AS batch, move, -sum(u), -sum(w), -sum(b), -sum(d), -sum(ws),"
    " -sum(wg), -sum(bs), -sum(bg), groupArrayIf(year, year > 0), groupArrayIf(-n, year > 0)"
    " FROM (SELECT key, move, year, toInt64(count()) AS n, toInt64(countIf(result = 0)) AS u,"
    " toInt64(countIf(result = 1)) AS w, toInt64(countIf(result = 2)) AS b,"
    " toInt64(countIf(result = 3)) AS d, toInt64(sum(white_elo)) AS ws,"
    " toInt64(countIf(white_elo > 0)) AS wg, toInt64(sum(black_elo)) AS bs,"
    " toInt64(countIf(black_elo > 0)) AS bg FROM positions WHERE summed = 1"
    " AND game IN (SELECT game FROM dead WHERE deletion = {0}) AND game NOT IN"
    " (SELECT game FROM dead WHERE deletion IN"
    " (SELECT batch FROM batches WHERE kind = 2 GROUP BY batch HAVING max(state) = 2))"
    " GROUP BY key, move, year)"
    " GROUP BY key, move";
constexpr std::string_view kSumColumns =
    "key, batch, move, unfinished, white, black, draws, white_elo_sum, white_elo_games,"
    " black_elo_sum, black_elo_games, years, year_games";

// The number of games in one query.
constexpr std::size_t kCountedAtOnce = 4000;

LedgerBatch new_deletion(unsigned shard) {
  return {.shard = shard,
          .batch = new_id(),
          .kind = BatchKind::Deletion,
          .at = seconds_now(),
          .writer = writer_name(),
          .parts = {}};
}

// Returns false if a retry found rows that may be incomplete. Then a new deletion must be tried.
bool try_delete(Cluster& cluster, std::span<const std::uint64_t> games,
                const LedgerBatch& deletion) {
  const unsigned shard = deletion.shard;
  NativeBlock dead(games.size());
  dead.add_numbers<std::uint64_t>("game", [&](std::size_t row) { return games[row]; });
  dead.add_value("deletion", deletion.batch);
  const std::string sums = fmt::format("INSERT INTO sums ({}) ", kSumColumns) +
                           fmt::format(kContributions, deletion.batch);
  return write_once(cluster, {deletion, "dead", fmt::format("deletion = {}", deletion.batch)},
                    [&](const std::string& id) { cluster.insert(shard, "dead", dead, id); }) == 0 &&
         write_once(cluster, {deletion, "sums", fmt::format("batch = {}", deletion.batch)},
                    [&](const std::string& id) { cluster.run(shard, sums, id); }) == 0;
}

void delete_in(Cluster& cluster, unsigned shard, std::span<const std::uint64_t> games) {
  for (;;) {
    LedgerBatch deletion = new_deletion(shard);
    deletion.game_rows = games.size();
    write_row(cluster, deletion);
    const bool is_done = try_delete(cluster, games, deletion);
    deletion.state = is_done ? BatchState::Done : BatchState::GivenUp;
    deletion.at = seconds_now();
    write_row(cluster, deletion);
    if (is_done) return;
  }
}

// Returns the number of visible games with a condition.
std::uint64_t count_where(Cluster& cluster, const std::string& condition) {
  std::uint64_t games = 0;
  for_each_row(QuerySession(cluster).ask_all(
                   fmt::format("SELECT count() FROM games WHERE {}{}", condition, kSeenGames)),
               [&](RowReader& rows) { games += rows.u64(); });
  return games;
}

}  // namespace

std::uint64_t count_games(Cluster& cluster) { return count_where(cluster, "1"); }

std::uint64_t count_games(Cluster& cluster, std::span<const GameId> games) {
  std::uint64_t count = 0;
  for (std::size_t first = 0; first < games.size(); first += kCountedAtOnce) {
    std::vector<std::uint64_t> numbers;
    for (const GameId game :
         games.subspan(first).first(std::min(kCountedAtOnce, games.size() - first))) {
      numbers.push_back(static_cast<std::uint64_t>(number_of(game)));
    }
    count += count_where(cluster, fmt::format("game IN ({})", listed(numbers)));
  }
  return count;
}

std::vector<GameId> games_of(Cluster& cluster, std::span<const SourceId> sources) {
  if (sources.empty()) return {};
  std::vector<std::uint32_t> numbers;
  for (const SourceId source : sources) numbers.push_back(number_of(source));
  std::vector<GameId> games;
  for_each_row(
      QuerySession(cluster).ask_all(fmt::format("SELECT game FROM games WHERE source IN ({}){}",
                                                fmt::join(numbers, ","), kSeenGames)),
      [&](RowReader& rows) { games.push_back(GameId{rows.i64()}); });
  return games;
}

void delete_games(Cluster& cluster, ClusterWriting& writing, std::span<const GameId> games) {
  writing.lock_deletions();
  const ShardsOfGames shards(writing.ledger());
  std::vector<std::vector<std::uint64_t>> by_shard(cluster.shards());
  for (const GameId game : games) {
    const auto number = static_cast<std::uint64_t>(number_of(game));
    if (const auto shard = shards.of(number)) by_shard[*shard].push_back(number);
  }
  for (unsigned shard = 0; shard < cluster.shards(); ++shard) {
    if (!by_shard[shard].empty()) delete_in(cluster, shard, by_shard[shard]);
  }
}

}  // namespace arbiter::clickhouse
