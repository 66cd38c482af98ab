#include "db/clickhouse/writing/batch_writer.h"

#include <fmt/format.h>

#include "db/clickhouse/cluster/clock.h"
#include "db/clickhouse/cluster/proved_insert.h"
#include "db/clickhouse/writing/position_rows.h"
#include "db/clickhouse/writing/writer_name.h"

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
void put_names(Cluster& cluster, const BatchPlan& plan, const LedgerBatch& batch) {
  const std::vector<NameRow> names = new_names(plan.drafts, plan.sent);
  if (names.empty()) return;
  // The shard may have some of the names already, but not the row with this id.
  const std::uint64_t id = new_id();
  const NativeBlock block = names_block(names, id);
  try {
    insert_repeatable(cluster, {.shard = batch.shard,
                                .table = "names",
                                .block = block,
                                .condition = fmt::format("kind = 0 AND id = {}", id),
                                .batch = name_of(batch)});
  } catch (...) {
    plan.sent.forget();
    throw;
  }
}

}  // namespace

std::optional<std::string> put_rows(Cluster& cluster, const LedgerBatch& batch,
                                    const BatchRows& rows) {
  const ProvedRows proved{.shard = batch.shard,
                          .table = rows.table,
                          .block = rows.block,
                          .condition = rows.condition,
                          .batch = name_of(batch),
                          .query_id = fmt::format("arbiter-{:016x}-{}", batch.batch, rows.table),
                          .may_exist = rows.may_exist};
  const RowCount count = insert_rows(cluster, proved);
  if (count.is_exact()) return std::nullopt;
  return fault_of(proved, count);
}

std::optional<std::string> write_batch(Cluster& cluster, const BatchPlan& plan,
                                       LedgerBatch& batch) {
  const GameNumbers games = numbers_of(batch);
  PositionRows positions(plan.drafts, games.numbers, plan.jobs);
  const auto write_state = [&](BatchState state) {
    batch.state = state;
    batch.at = seconds_now();
    write_row(cluster, batch);
    plan.note(batch);
  };
  const auto put = [&](std::string_view table, const NativeBlock& block,
                       const std::string& condition) {
    return put_rows(cluster, batch, {table, block, condition, plan.was_begun});
  };
  batch.game_rows = plan.drafts.games.size();
  batch.position_rows = positions.size();
  batch.sum_rows = positions.sums().size();
  write_state(BatchState::Begun);
  if (batch.game_rows > 0) {
    const NativeBlock rows = games_block(plan.drafts, games.numbers, games.sources);
    if (auto fault = put("games", rows, games_condition(batch))) return fault;
    put_names(cluster, plan, batch);
  }
  if (batch.position_rows > 0) {
    const SampledBlock sampled = positions.take_block();
    if (auto fault = put("positions", sampled.rows, sampled.condition)) return fault;
  }
  if (batch.sum_rows > 0) {
    const SampledBlock sampled = sums_block(positions.sums(), batch.batch);
    if (auto fault = put("sums", sampled.rows, sampled.condition)) return fault;
  }
  write_state(BatchState::Done);
  return std::nullopt;
}

}  // namespace arbiter::clickhouse
