#include "db/clickhouse/writing/deletion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "db/clickhouse/cluster/clock.h"
#include "db/clickhouse/cluster/patience.h"
#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/clickhouse/writing/running_request.h"
#include "db/clickhouse/writing/writer_name.h"

namespace arbiter::clickhouse {
namespace {

// What the games have contributed to sums, by position, move and year, and then without the year;
// not those that another deletion has subtracted since they were chosen.
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

// Games whose numbers stand in one question.
constexpr std::size_t kCountedAtOnce = 4000;

std::uint64_t counted(Cluster& cluster, unsigned shard, const std::string& sql) {
  return RowReader(cluster.run(shard, sql + " FORMAT RowBinary").bytes).u64();
}

// Sends once, and again only where nothing has come. False: something has come, and whether all
// of it is unknown.
template <class Send>
bool send(Cluster& cluster, const LedgerBatch& deletion, std::string_view table, Send act) {
  const std::string query_id = query_id_of(deletion, table);
  const std::string_view column = table == "dead" ? "deletion" : "batch";
  bool is_sure = true;
  patiently(cluster, {deletion.shard, table}, [&](unsigned attempt) {
    if (attempt > 0) {
      wait_until_over(cluster, deletion.shard, query_id);
      is_sure = counted(cluster, deletion.shard,
                        fmt::format("SELECT count() FROM {} WHERE {} = {}", table, column,
                                    deletion.batch)) == 0;
      if (!is_sure) return;
    }
    act(query_id);
  });
  return is_sure;
}

LedgerBatch new_deletion(unsigned shard) {
  return {.shard = shard,
          .batch = new_id(),
          .kind = BatchKind::Deletion,
          .at = seconds_now(),
          .writer = writer_name(),
          .parts = {}};
}

NativeBlock dead_block(std::span<const std::uint64_t> games, std::uint64_t deletion) {
  NativeBlock block(games.size());
  block.add_numbers<std::uint64_t>("game", [&](std::size_t row) { return games[row]; });
  block.add_numbers<std::uint64_t>("deletion", [&](std::size_t) { return deletion; });
  return block;
}

// False: it has to be begun anew.
bool try_delete(Cluster& cluster, std::span<const std::uint64_t> games, LedgerBatch& deletion) {
  const unsigned shard = deletion.shard;
  const NativeBlock dead = dead_block(games, deletion.batch);
  const bool has_dead = send(cluster, deletion, "dead", [&](const std::string& query_id) {
    cluster.insert(shard, "dead", dead, query_id);
  });
  if (!has_dead) return false;
  const std::string sums = fmt::format("INSERT INTO sums ({}) ", kSumColumns) +
                           fmt::format(kContributions, deletion.batch);
  return send(cluster, deletion, "sums",
              [&](const std::string& query_id) { cluster.run(shard, sums, query_id); });
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

// The games to be seen that have a condition.
std::uint64_t count_where(Cluster& cluster, const std::string& condition) {
  const auto views = read_views(cluster);
  const auto answers = cluster.ask_all([&](unsigned shard) {
    const ShardView* view = view_of(views, shard);
    if (!view) return std::string();
    return fmt::format("SELECT count() FROM games WHERE {}{} FORMAT RowBinary", condition,
                       seen_games(view->hidden));
  });
  std::uint64_t games = 0;
  for (const ShardAnswer& answer : answers) games += RowReader(answer.answer.bytes).u64();
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
  for (const SourceId source : sources) numbers.push_back(static_cast<std::uint32_t>(source));
  const auto views = read_views(cluster);
  const auto answers = cluster.ask_all([&](unsigned shard) {
    const ShardView* view = view_of(views, shard);
    if (!view) return std::string();
    return fmt::format("SELECT game FROM games WHERE source IN ({}){} FORMAT RowBinary",
                       fmt::join(numbers, ","), seen_games(view->hidden));
  });
  std::vector<GameId> games;
  for (const ShardAnswer& answer : answers) {
    RowReader rows(answer.answer.bytes);
    while (!rows.is_at_end()) games.push_back(GameId{rows.i64()});
  }
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
