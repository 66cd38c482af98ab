#include "db/clickhouse/writing/batch_writer.h"

#include <fmt/format.h>

#include "db/clickhouse/cluster/clock.h"
#include "db/clickhouse/cluster/retry.h"
#include "db/clickhouse/writing/position_rows.h"
#include "db/clickhouse/writing/write_once.h"

namespace arbiter::clickhouse {
namespace {

// The id and the source of each game of the batch.
struct GameNumbers {
  std::vector<std::uint64_t> numbers;
  std::vector<SourceId> sources;
};
GameNumbers numbers_of(const LedgerBatch& batch) {
  GameNumbers games;
  for (const LedgerPart& part : batch.parts) {
    for (std::uint32_t i = 0; i < part.mark.batch_games; ++i) {
      games.numbers.push_back(part.first_game + i);
      games.sources.push_back(part.mark.source);
    }
  }
  return games;
}

// Writes the names that the shard may lack. Duplicate names do not change queries.
void put_names(Cluster& cluster, const BatchPlan& plan, unsigned shard) {
  const std::vector<NameRow> rows = new_names(plan.drafts, plan.sent);
  if (rows.empty()) return;
  try {
    insert_with_retries(cluster, {shard, "names"}, names_block(rows));
  } catch (...) {
    plan.sent.forget();
    throw;
  }
}

}  // namespace

bool write_batch(Cluster& cluster, const BatchPlan& plan, LedgerBatch& batch) {
  const GameNumbers games = numbers_of(batch);
  PositionRows positions(plan.drafts, games.numbers, plan.jobs);
  const auto write_state = [&](BatchState state) {
    batch.state = state;
    batch.at = seconds_now();
    write_row(cluster, batch);
    plan.note(batch);
  };
  // Returns false if the table has only some of the rows.
  const auto put = [&](std::string_view table, const std::string& condition,
                       const NativeBlock& rows) {
    if (rows.rows() == 0) return true;
    const std::uint64_t found =
        write_once(cluster, {batch, table, condition, plan.was_begun},
                   [&](const std::string& id) { cluster.insert(batch.shard, table, rows, id); });
    return found == 0 || found == rows.rows();
  };
  batch.game_rows = plan.drafts.games.size();
  batch.position_rows = positions.size();
  batch.sum_rows = positions.sums().size();
  write_state(BatchState::Begun);
  const std::string condition = games_condition(batch);
  if (!put("games", condition, games_block(plan.drafts, games.numbers, games.sources)))
    return false;
  put_names(cluster, plan, batch.shard);
  if (!put("positions", condition, positions.take_block())) return false;
  const std::string of_sums = fmt::format("batch = {}", batch.batch);
  if (!put("sums", of_sums, positions.sums_block(batch.batch))) return false;
  write_state(BatchState::Done);
  return true;
}

}  // namespace arbiter::clickhouse
