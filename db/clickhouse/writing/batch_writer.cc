#include "db/clickhouse/writing/batch_writer.h"

#include <fmt/format.h>

#include <optional>

#include "db/clickhouse/cluster/clock.h"
#include "db/clickhouse/cluster/patience.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/clickhouse/writing/position_rows.h"
#include "db/clickhouse/writing/running_request.h"

namespace arbiter::clickhouse {
namespace {

// The number and the source of each game of the batch.
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

// A condition for the batch's games.
std::string games_of(const LedgerBatch& batch) {
  std::string sql;
  for (const LedgerPart& part : batch.parts) {
    if (part.mark.batch_games == 0) continue;
    if (!sql.empty()) sql += " OR ";
    sql += fmt::format("(game >= {} AND game < {})", part.first_game,
                       part.first_game + part.mark.batch_games);
  }
  return sql.empty() ? "0" : sql;
}

}  // namespace

BatchWriter::BatchWriter(Cluster& cluster, SentNames& sent, unsigned jobs)
    : cluster_(cluster), sent_(sent), jobs_(jobs) {}

bool BatchWriter::write(const DraftBatch& drafts, LedgerBatch& batch, Start start,
                        const std::function<void(const LedgerBatch&)>& note) {
  const GameNumbers games = numbers_of(batch);
  PositionRows positions(drafts, games.numbers, jobs_);
  batch.game_rows = drafts.games.size();
  batch.position_rows = positions.size();
  batch.sum_rows = positions.sums().size();
  batch.at = seconds_now();
  write_row(cluster_, batch);
  note(batch);
  const std::string condition = games_of(batch);
  const auto counted = [&](std::string_view table) {
    return fmt::format("SELECT count() FROM {} WHERE {} FORMAT RowBinary", table, condition);
  };
  {
    const NativeBlock block = games_block(drafts, games.numbers, games.sources);
    if (!put(batch, {"games", block, counted("games")}, start)) return false;
  }
  put_names(drafts, batch.shard);
  {
    const NativeBlock block = positions.take_block();
    if (!put(batch, {"positions", block, counted("positions")}, start)) return false;
  }
  const NativeBlock sums = positions.sums_block(batch.batch);
  const std::string count_sums =
      fmt::format("SELECT count() FROM sums WHERE batch = {} FORMAT RowBinary", batch.batch);
  if (!put(batch, {"sums", sums, count_sums}, start)) return false;
  batch.state = BatchState::Done;
  batch.at = seconds_now();
  write_row(cluster_, batch);
  note(batch);
  return true;
}

// False: some of the rows are there.
bool BatchWriter::put(const LedgerBatch& batch, const Rows& rows, Start start) {
  if (rows.block.rows() == 0) return true;
  const std::string query_id = query_id_of(batch, rows.table);
  bool is_whole = true;
  patiently(cluster_, {batch.shard, rows.table}, [&](unsigned attempt) {
    if (attempt > 0 || start == Start::Again) {
      wait_until_over(cluster_, batch.shard, query_id);
      const Answer answer = cluster_.run(batch.shard, rows.count);
      const std::uint64_t there = RowReader(answer.bytes).u64();
      is_whole = there == rows.block.rows();
      if (there != 0) return;
    }
    is_whole = true;
    cluster_.insert(batch.shard, rows.table, rows.block, query_id);
  });
  return is_whole;
}

// Names that come twice are the same to every question.
void BatchWriter::put_names(const DraftBatch& drafts, unsigned shard) {
  const std::vector<NameRow> rows = new_names(drafts, sent_);
  if (rows.empty()) return;
  const NativeBlock block = names_block(rows);
  try {
    patiently(cluster_, {shard, "names"},
              [&](unsigned) { cluster_.insert(shard, "names", block); });
  } catch (...) {
    sent_.forget();
    throw;
  }
}

}  // namespace arbiter::clickhouse
