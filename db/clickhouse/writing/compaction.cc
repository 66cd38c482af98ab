#include "db/clickhouse/writing/compaction.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/clock.h"
#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/writing/writer_name.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kMerge =
    "INSERT INTO sums (key, batch, move, unfinished, white, black, draws, white_elo_sum,"
    " white_elo_games, black_elo_sum, black_elo_games, years, year_games)"
    " SELECT key, toUInt64({}), move, sum(unfinished), sum(white), sum(black), sum(draws),"
    " sum(white_elo_sum), sum(white_elo_games), sum(black_elo_sum), sum(black_elo_games),"
    " tupleElement(sumMap(years, year_games), 1), tupleElement(sumMap(years, year_games), 2)"
    " FROM sums WHERE {} GROUP BY key, move";

// The number of rows, of positions with moves, and sums over all columns.
constexpr std::string_view kTotals =
    "SELECT sum(n), count(), toUInt64(sum(hash)) FROM (SELECT key, move, count() AS n,"
    " cityHash64(key, move, sum(unfinished), sum(white), sum(black), sum(draws),"
    " sum(white_elo_sum), sum(white_elo_games), sum(black_elo_sum), sum(black_elo_games),"
    " sum(arraySum(year_games))) AS hash FROM sums WHERE {} GROUP BY key, move) FORMAT RowBinary";

struct SumTotals {
  std::uint64_t rows = 0;
  std::uint64_t moves = 0;  // of all positions
  std::uint64_t hash = 0;
};

SumTotals totals_of(Cluster& cluster, unsigned shard, const std::string& condition) {
  const Answer answer = cluster.run(shard, fmt::format(kTotals, condition));
  RowReader row(answer.bytes);
  SumTotals totals{.rows = row.u64()};
  totals.moves = row.u64();
  totals.hash = row.u64();
  return totals;
}

// The batches of a shard, by the state of their rows in `sums`.
struct SumBatches {
  std::vector<std::uint64_t> visible;
  std::vector<std::uint64_t> obsolete;  // given up, or merged
  std::vector<LedgerBatch> open_merges;
};

SumBatches read_sum_batches(Cluster& cluster, unsigned shard) {
  const std::vector<LedgerBatch> batches = read_batches(cluster, shard);
  std::set<std::uint64_t> merged;
  for (const LedgerBatch& batch : batches) {
    if (batch.kind != BatchKind::Merge || batch.state != BatchState::Done) continue;
    for (const LedgerPart& part : batch.parts) merged.insert(part.first_game);
  }
  SumBatches sums;
  for (const LedgerBatch& batch : batches) {
    if (merged.contains(batch.batch) || batch.state == BatchState::GivenUp) {
      sums.obsolete.push_back(batch.batch);
    } else if (batch.state == BatchState::Done) {
      sums.visible.push_back(batch.batch);
    } else if (batch.kind == BatchKind::Merge) {
      sums.open_merges.push_back(batch);
    }
  }
  return sums;
}

void write_state(Cluster& cluster, LedgerBatch& batch, BatchState state) {
  batch.state = state;
  batch.at = seconds_now();
  write_row(cluster, batch);
}

std::string condition_for(const std::vector<std::uint64_t>& batches) {
  return in_list("batch", batches);
}

void merge_shard(Cluster& cluster, unsigned shard, MergedSums& merged) {
  SumBatches batches = read_sum_batches(cluster, shard);
  // Those of programs that have ended, because the lock is held.
  for (LedgerBatch& open : batches.open_merges) {
    write_state(cluster, open, BatchState::GivenUp);
    batches.obsolete.push_back(open.batch);
  }
  const SumTotals before = totals_of(cluster, shard, condition_for(batches.visible));
  merged.rows_before += before.rows;
  merged.rows_after += before.moves;
  if (before.rows > before.moves) {
    LedgerBatch merge{.shard = shard,
                      .batch = new_id(),
                      .kind = BatchKind::Merge,
                      .writer = writer_name(),
                      .sum_rows = before.moves};
    for (const std::uint64_t batch : batches.visible) merge.parts.emplace_back().first_game = batch;
    write_state(cluster, merge, BatchState::Begun);
    cluster.run(shard, fmt::format(kMerge, merge.batch, condition_for(batches.visible)));
    const SumTotals after = totals_of(cluster, shard, condition_for({merge.batch}));
    const bool is_same = after.rows == before.moves && after.hash == before.hash;
    write_state(cluster, merge, is_same ? BatchState::Done : BatchState::GivenUp);
    if (!is_same) {
      throw IoError(
          fmt::format("shard {}, {}: {} sums were read back instead of {}; run this again",
                      shard + 1, name_of(merge), after.rows, before.moves));
    }
    merged.batches += batches.visible.size();
    batches.obsolete.insert(batches.obsolete.end(), batches.visible.begin(), batches.visible.end());
  }
  const std::string obsolete = condition_for(batches.obsolete);
  if (totals_of(cluster, shard, obsolete).rows == 0) return;
  cluster.run(shard, fmt::format("ALTER TABLE sums DELETE WHERE {}", obsolete));
}

}  // namespace

MergedSums merge_sums(Cluster& cluster) {
  MergedSums merged;
  for (unsigned shard = 0; shard < cluster.shards(); ++shard) merge_shard(cluster, shard, merged);
  return merged;
}

}  // namespace arbiter::clickhouse
