#include "db/clickhouse/writing/deletion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "db/clickhouse/cluster/proved_insert.h"
#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/writing/batch_writer.h"
#include "db/clickhouse/writing/writer_name.h"

namespace arbiter::clickhouse {
namespace {

// The query for negative sums of the games by position, move and year, and then without the year.
// Games that another deletion has already subtracted are excluded.
constexpr std::string_view kContributions =
    "SELECT key, move, -sum(u), -sum(w), -sum(b), -sum(d), -sum(ws),"
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
    " GROUP BY key, move ORDER BY key, move FORMAT RowBinary";

// The negative differences between stored sums and the totals of their positions, in the same
// columns.
constexpr std::string_view kDifferences =
    "SELECT key, move, -sum(u), -sum(w), -sum(b), -sum(d), -sum(ws), -sum(wg), -sum(bs), -sum(bg),"
    " groupArrayIf(year, n != 0), groupArrayIf(-n, n != 0) FROM (SELECT key, move, year,"
    " sum(a1) AS u, sum(a2) AS w, sum(a3) AS b, sum(a4) AS d, sum(a5) AS ws, sum(a6) AS wg,"
    " sum(a7) AS bs, sum(a8) AS bg, sum(a9) AS n FROM ("
    "SELECT key, move, toUInt16(0) AS year, toInt64(unfinished) AS a1, toInt64(white) AS a2,"
    " toInt64(black) AS a3, toInt64(draws) AS a4, toInt64(white_elo_sum) AS a5,"
    " toInt64(white_elo_games) AS a6, toInt64(black_elo_sum) AS a7, toInt64(black_elo_games) AS a8,"
    " toInt64(0) AS a9 FROM sums WHERE 1{0}"
    " UNION ALL SELECT key, move, toUInt16(y) AS year, toInt64(0) AS a1, toInt64(0) AS a2,"
    " toInt64(0) AS a3, toInt64(0) AS a4, toInt64(0) AS a5, toInt64(0) AS a6, toInt64(0) AS a7,"
    " toInt64(0) AS a8, toInt64(g) AS a9 FROM sums"
    " ARRAY JOIN years AS y, year_games AS g WHERE 1{0}"
    " UNION ALL SELECT key, move, year, -toInt64(result = 0) AS a1, -toInt64(result = 1) AS a2,"
    " -toInt64(result = 2) AS a3, -toInt64(result = 3) AS a4, -toInt64(white_elo) AS a5,"
    " -toInt64(white_elo != 0) AS a6, -toInt64(black_elo) AS a7, -toInt64(black_elo != 0) AS a8,"
    " -toInt64(year != 0) AS a9 FROM positions WHERE summed = 1{1}) GROUP BY key, move, year)"
    " GROUP BY key, move HAVING sum(u) != 0 OR sum(w) != 0 OR sum(b) != 0 OR sum(d) != 0 OR"
    " sum(ws) != 0 OR sum(wg) != 0 OR sum(bs) != 0 OR sum(bg) != 0 OR sum(n != 0) != 0"
    " ORDER BY key, move";

// The number of games counted by one query.
constexpr std::size_t kCountedAtOnce = 4000;

LedgerBatch new_deletion(unsigned shard) {
  return {.shard = shard,
          .batch = new_id(),
          .kind = BatchKind::Deletion,
          .at = seconds_now(),
          .writer = writer_name(),
          .parts = {}};
}

std::vector<SumRow> read_sums(const Answer& answer) {
  std::vector<SumRow> sums;
  for (RowReader rows(answer); rows.begin_row();) {
    SumRow& row = sums.emplace_back();
    row.key = PositionKey{rows.u64()};
    row.move = rows.u16();
    for (const Outcome outcome :
         {Outcome::Unknown, Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw}) {
      row.sums.games[static_cast<unsigned>(outcome)] = rows.u64();
    }
    row.sums.white_elo_sum = rows.u64();
    row.sums.white_elo_games = rows.u64();
    row.sums.black_elo_sum = rows.u64();
    row.sums.black_elo_games = rows.u64();
    row.years = rows.numbers<std::uint16_t>();
    row.year_games = rows.numbers<std::int64_t>();
  }
  return sums;
}

std::optional<std::string> put_sums(Cluster& cluster, const LedgerBatch& deletion,
                                    const std::vector<SumRow>& sums) {
  if (sums.empty()) return std::nullopt;
  const SampledBlock block = sums_block(sums, deletion.batch);
  return put_rows(cluster, deletion, {"sums", block.rows, block.condition});
}

// Deletes games. Returns the problem if the deletion must be given up.
std::optional<std::string> try_delete(Cluster& cluster, std::span<const std::uint64_t> games,
                                      const LedgerBatch& deletion) {
  NativeBlock dead(games.size(), {0});
  dead.add_numbers<std::uint64_t>("game", [&](std::size_t row) { return games[row]; });
  dead.add_value("deletion", deletion.batch);
  insert_repeatable(cluster, {.shard = deletion.shard,
                              .table = "dead",
                              .block = dead,
                              .condition = fmt::format("game = {} AND deletion = {}", games.front(),
                                                       deletion.batch),
                              .batch = name_of(deletion)});
  return put_sums(
      cluster, deletion,
      read_sums(cluster.ask(deletion.shard, fmt::format(kContributions, deletion.batch))));
}

// Adds ledger rows before and after `act(deletion)`, which returns a problem if the deletion must
// be given up.
template <class Act>
void in_deletion(Cluster& cluster, unsigned shard, std::size_t games, Act act) {
  for (int given_up = 0;; ++given_up) {
    LedgerBatch deletion = new_deletion(shard);
    deletion.game_rows = games;
    write_row(cluster, deletion);
    const std::optional<std::string> fault = act(deletion);
    deletion.state = fault ? BatchState::GivenUp : BatchState::Done;
    deletion.at = seconds_now();
    write_row(cluster, deletion);
    if (!fault) return;
    if (given_up == kMaxGivenUp) throw IoError(*fault);
  }
}

// Returns the number of visible games that meet the condition.
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
    const std::vector<std::uint64_t>& numbers = by_shard[shard];
    if (numbers.empty()) continue;
    in_deletion(cluster, shard, numbers.size(), [&](const LedgerBatch& deletion) {
      return try_delete(cluster, numbers, deletion);
    });
  }
}

void correct_sums(Cluster& cluster) {
  for (unsigned shard = 0; shard < cluster.shards(); ++shard) {
    QuerySession session(cluster);
    const std::vector<SumRow> sums =
        read_sums(session.ask(shard, fmt::format(kDifferences, kSeenSums, kSeenGames)));
    if (sums.empty()) continue;
    in_deletion(cluster, shard, 0,
                [&](const LedgerBatch& deletion) { return put_sums(cluster, deletion, sums); });
  }
}

}  // namespace arbiter::clickhouse
