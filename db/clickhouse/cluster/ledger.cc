#include "db/clickhouse/cluster/ledger.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <type_traits>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/schema.h"
#include "db/clickhouse/wire/endpoint.h"
#include "db/clickhouse/wire/row_reader.h"

namespace arbiter::clickhouse {
namespace {

using Clock = std::chrono::steady_clock;

// The write timeout, which exceeds the time of a server restart or of a leader election in
// ZooKeeper.
constexpr std::chrono::seconds kWriteTimeout{90};
// The maximum time that a server runs a request, which exceeds the request timeout.
constexpr std::chrono::minutes kMaxRunning{15};
constexpr std::chrono::milliseconds kPollInterval{50};
constexpr std::chrono::milliseconds kMaxPause{3000};
// The maximum number of inserts that a server may acknowledge without adding their rows.
constexpr int kMaxUnproved = 3;

RowCount read_back(Cluster& cluster, const ProvedRows& rows) {
  const Answer answer =
      cluster.run(rows.shard, sums_of_columns(rows.table, rows.block, rows.condition));
  RowReader reader(answer);
  RowCount count{.expected = rows.block.summed_rows(), .found = reader.u64()};
  const std::uint64_t copies = count.found / count.expected;
  count.has_same_sums = std::ranges::all_of(
      rows.block.columns(),
      [&](const NativeBlock::Column& column) { return reader.u64() == column.sum * copies; });
  return count;
}

// Counts the rows in the table, which another replica may have received.
RowCount count_rows(Cluster& cluster, const ProvedRows& rows) {
  const RowCount count = read_back(cluster, rows);
  if (count.found > 0 || cluster.replicas(rows.shard).size() == 1) return count;
  cluster.wait_for_rows(rows.shard, rows.table);
  return read_back(cluster, rows);
}

// Waits until the replica has finished an interrupted request. Afterwards its rows exist, or will
// never be added.
void wait_until_over(Cluster& cluster, const ProvedRows& rows) {
  if (rows.query_id.empty()) return;
  const std::string running =
      fmt::format("SELECT count() FROM system.processes WHERE query_id = {} FORMAT RowBinary",
                  string_literal(rows.query_id));
  for (const auto end = Clock::now() + kMaxRunning; Clock::now() < end;) {
    // The server may not have started the request yet.
    std::this_thread::sleep_for(kPollInterval);
    const Answer answer = cluster.run(rows.shard, running);
    if (RowReader(answer).u64() == 0) return;
  }
  throw IoError(fmt::format("{}: an earlier request has not ended; repeat the command later",
                            place_of(rows)));
}

}  // namespace

std::string place_of(const ProvedRows& rows) {
  return fmt::format("shard {}{}{}, table {}", rows.shard + 1, rows.batch.empty() ? "" : ", ",
                     rows.batch, rows.table);
}

std::string fault_of(const ProvedRows& rows, const RowCount& count) {
  return fmt::format(
      "{}: {} rows were read back instead of {}{}; check any proxies, and repeat the command",
      place_of(rows), count.found, count.expected,
      count.has_same_sums ? "" : ", with other values");
}

RowCount insert_rows(Cluster& cluster, const ProvedRows& rows) {
  const auto begin = Clock::now();
  auto pause = std::chrono::milliseconds(100);
  int unproved = 0;
  // Completed steps are never repeated, so that alternating failures end.
  bool may_run = rows.may_exist;
  bool may_exist = rows.may_exist;
  for (;;) {
    try {
      if (may_run) wait_until_over(cluster, rows);
      may_run = false;
      if (may_exist) {
        if (const RowCount count = count_rows(cluster, rows); count.found > 0) return count;
      }
      may_exist = false;
      cluster.insert_settings(rows.shard);
      may_run = may_exist = true;
      cluster.insert(rows.shard, rows.table, rows.block, rows.query_id);
      may_run = false;
      const RowCount count = count_rows(cluster, rows);
      if (count.found > 0) return count;
      if (++unproved == kMaxUnproved) throw IoError(fault_of(rows, count));
    } catch (const EndpointFailure& failure) {
      if (!failure.facts().may_pass || Clock::now() + pause >= begin + kWriteTimeout) {
        throw IoError(
            fmt::format("{}: {}; repeat the command to continue", place_of(rows), failure.what()));
      }
      report_wait(begin, fmt::format("{}: {}", place_of(rows), failure.what()));
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, kMaxPause);
    cluster.try_next_replica(rows.shard);
  }
}

void insert_repeatable(Cluster& cluster, const ProvedRows& rows) {
  const RowCount count = insert_rows(cluster, rows);
  const bool has_all = count.found % count.expected == 0 && count.has_same_sums;
  if (!has_all) throw IoError(fault_of(rows, count));
}

namespace {

constexpr std::string_view kLedgerRows = "SELECT count() FROM batches FORMAT RowBinary";
constexpr std::string_view kReadBatches =
    "SELECT batch, state, kind, at, writer, content, sources, first_games, games, versions,"
    " offsets, lines, done_games, fingerprints, finished, game_rows, position_rows, sum_rows"
    " FROM batches ORDER BY batch, state FORMAT RowBinary";

// Calls `visit(T(), name, member)` for each array column, which has one T per part.
template <class Visit>
void for_each_part_column(Visit visit) {
  using Long = std::uint64_t;
  visit(
      std::uint32_t(), "sources", [](auto& part) -> auto& { return part.mark.source; });
  visit(
      Long(), "first_games", [](auto& part) -> auto& { return part.first_game; });
  visit(
      Long(), "games", [](auto& part) -> auto& { return part.mark.batch_games; });
  visit(
      std::uint32_t(), "versions", [](auto& part) -> auto& { return part.version; });
  visit(
      Long(), "offsets", [](auto& part) -> auto& { return part.mark.offset; });
  visit(
      Long(), "lines", [](auto& part) -> auto& { return part.mark.lines; });
  visit(
      Long(), "done_games", [](auto& part) -> auto& { return part.mark.games; });
  visit(
      Long(), "fingerprints", [](auto& part) -> auto& { return part.mark.fingerprint; });
  visit(
      std::uint8_t(), "finished", [](auto& part) -> auto& { return part.mark.is_finished; });
}

std::vector<LedgerPart> read_parts(RowReader& rows, std::uint64_t batch) {
  std::optional<std::vector<LedgerPart>> parts;
  for_each_part_column([&]<class T>(T, std::string_view, auto member) {
    const std::vector<T> values = rows.numbers<T>();
    if (!parts) parts.emplace(values.size());
    if (values.size() != parts->size()) {
      throw IoError(fmt::format("the row of batch {} in the table batches is damaged", batch));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      auto& value = member((*parts)[i]);
      value = static_cast<std::remove_reference_t<decltype(value)>>(values[i]);
    }
  });
  return *std::move(parts);
}

// Reads the ledger rows of a shard, sorted by batch and state. Only the last state of a batch
// counts.
std::vector<LedgerBatch> read_shard(Cluster& cluster, unsigned shard, std::uint64_t& count) {
  std::vector<LedgerBatch> batches;
  const Answer answer = cluster.ask(shard, std::string(kReadBatches));
  for (RowReader rows(answer); rows.begin_row(); ++count) {
    LedgerBatch batch{.shard = shard, .batch = rows.u64()};
    batch.state = static_cast<BatchState>(rows.u8());
    batch.kind = static_cast<BatchKind>(rows.u8());
    batch.at = rows.u64();
    batch.writer = rows.text();
    batch.content = rows.u64();
    batch.parts = read_parts(rows, batch.batch);
    batch.game_rows = rows.u64();
    batch.position_rows = rows.u64();
    batch.sum_rows = rows.u64();
    if (!batches.empty() && batches.back().batch == batch.batch) batches.pop_back();
    batches.push_back(std::move(batch));
  }
  return batches;
}

NativeBlock block_of(const LedgerBatch& batch) {
  NativeBlock block(1);
  block.add_value("batch", batch.batch);
  block.add_value("state", static_cast<std::uint8_t>(batch.state));
  block.add_value("kind", static_cast<std::uint8_t>(batch.kind));
  block.add_value("at", batch.at);
  block.add_value("writer", batch.writer);
  block.add_value("content", batch.content);
  for_each_part_column([&]<class T>(T, std::string_view name, auto member) {
    std::vector<T> values;
    for (const LedgerPart& part : batch.parts) values.push_back(static_cast<T>(member(part)));
    block.add_arrays<T>(name, [&](std::size_t) { return std::span<const T>(values); });
  });
  block.add_value("game_rows", batch.game_rows);
  block.add_value("position_rows", batch.position_rows);
  block.add_value("sum_rows", batch.sum_rows);
  return block;
}

bool has_source(const LedgerBatch& batch, SourceId source) {
  return std::ranges::any_of(batch.parts,
                             [&](const LedgerPart& part) { return part.mark.source == source; });
}

// Returns whether `part` comes after `other` in its source. Precondition: both have the same
// source.
bool is_later(const LedgerPart& part, const LedgerPart& other) {
  return std::pair(part.mark.offset, part.version) > std::pair(other.mark.offset, other.version);
}

}  // namespace

std::string name_of(const LedgerBatch& batch) { return fmt::format("batch {:016x}", batch.batch); }

std::string games_condition(const LedgerBatch& batch) {
  std::vector<std::string> ranges;
  for (const LedgerPart& part : batch.parts) {
    if (part.mark.batch_games == 0) continue;
    ranges.push_back(fmt::format("(game >= {} AND game <= {})", part.first_game,
                                 part.first_game + part.mark.batch_games - 1));
  }
  return ranges.empty() ? "0" : fmt::format("({})", fmt::join(ranges, " OR "));
}

Ledger Ledger::read(Cluster& cluster) {
  Ledger ledger;
  for (unsigned shard = 0; shard < cluster.shards(); ++shard) {
    std::ranges::move(read_shard(cluster, shard, ledger.rows_),
                      std::back_inserter(ledger.batches_));
  }
  return ledger;
}

const LedgerPart* Ledger::last_part(SourceId source) const {
  const LedgerPart* last = nullptr;
  for (const LedgerBatch& batch : batches_) {
    if (batch.state != BatchState::Done) continue;
    for (const LedgerPart& part : batch.parts) {
      if (part.mark.source == source && (!last || is_later(part, *last))) last = &part;
    }
  }
  return last;
}

std::uint64_t Ledger::last_time(SourceId source) const {
  std::uint64_t last = 0;
  for (const LedgerBatch& batch : batches_) {
    if (batch.state == BatchState::Done && has_source(batch, source)) {
      last = std::max(last, batch.at);
    }
  }
  return last;
}

std::uint64_t Ledger::next_in_source(SourceId source) const {
  std::uint64_t next = game_number(number_of(source), 1);
  for (const LedgerBatch& batch : batches_) {
    for (const LedgerPart& part : batch.parts) {
      if (part.mark.source == source) {
        next = std::max(next, part.first_game + part.mark.batch_games);
      }
    }
  }
  return next;
}

std::uint64_t Ledger::batches_of(SourceId source) const {
  return static_cast<std::uint64_t>(std::ranges::count_if(batches_, [&](const LedgerBatch& batch) {
    return !batch.parts.empty() && batch.parts.front().mark.source == source;
  }));
}

std::vector<const LedgerBatch*> Ledger::open_batches(SourceId source) const {
  std::vector<const LedgerBatch*> open;
  for (const LedgerBatch& batch : batches_) {
    const bool is_open = batch.kind == BatchKind::Import && batch.state == BatchState::Begun;
    if (is_open && has_source(batch, source)) open.push_back(&batch);
  }
  return open;
}

ShardsOfGames::ShardsOfGames(const Ledger& ledger) {
  for (const LedgerBatch& batch : ledger.batches()) {
    if (batch.kind != BatchKind::Import || batch.state != BatchState::Done) continue;
    for (const LedgerPart& part : batch.parts) {
      ranges_.push_back({part.first_game, part.mark.batch_games, batch.shard});
    }
  }
  std::ranges::sort(ranges_, {}, &Range::first);
}

std::optional<unsigned> ShardsOfGames::of(std::uint64_t game) const {
  // A part without games has the same first game as the next part.
  for (auto after = std::ranges::upper_bound(ranges_, game, {}, &Range::first);
       after != ranges_.begin();) {
    --after;
    if (game - after->first < after->games) return after->shard;
    if (after->games > 0) return std::nullopt;
  }
  return std::nullopt;
}

void Ledger::note(const LedgerBatch& batch) {
  ++rows_;
  const auto known = std::ranges::find(batches_, batch.batch, &LedgerBatch::batch);
  if (known != batches_.end()) {
    *known = batch;
  } else {
    batches_.push_back(batch);
  }
}

void write_row(Cluster& cluster, const LedgerBatch& batch) {
  const NativeBlock block = block_of(batch);
  insert_repeatable(
      cluster, {.shard = batch.shard,
                .table = "batches",
                .block = block,
                .condition = fmt::format("batch = {} AND state = {} AND at = {} AND writer = {}",
                                         batch.batch, static_cast<unsigned>(batch.state), batch.at,
                                         string_literal(batch.writer)),
                .batch = name_of(batch)});
}

std::vector<LedgerBatch> read_batches(Cluster& cluster, unsigned shard) {
  std::uint64_t rows = 0;
  return read_shard(cluster, shard, rows);
}

std::uint64_t ledger_rows(Cluster& cluster, unsigned shard) {
  const Answer answer = cluster.ask(shard, std::string(kLedgerRows));
  return RowReader(answer).u64();
}

std::uint64_t ledger_rows(Cluster& cluster) {
  std::uint64_t rows = 0;
  for (unsigned shard = 0; shard < cluster.shards(); ++shard) rows += ledger_rows(cluster, shard);
  return rows;
}

namespace {

constexpr std::string_view kParts =
    "SELECT count(), sum(bytes_on_disk), sumIf(rows, table = 'games'),"
    " sumIf(rows, table = 'positions'), sumIf(rows, table = 'sums'),"
    " sumIf(bytes_on_disk, table = 'positions'), version()"
    " FROM system.parts WHERE active AND database = currentDatabase() FORMAT RowBinary";
constexpr std::string_view kReplicas =
    "SELECT max(is_readonly), sum(inserts_in_queue) FROM system.replicas"
    " WHERE database = currentDatabase() FORMAT RowBinary";

void ask(Replica& replica, ReplicaStatus& status) try {
  const auto answer = [&](std::string_view sql) {
    return replica.endpoint->ask({.sql = std::string(sql), .database = replica.database});
  };
  const Answer parts = answer(kParts);
  RowReader row(parts);
  status.parts = row.u64();
  status.bytes = row.u64();
  status.games = row.u64();
  status.positions = row.u64();
  status.sums = row.u64();
  status.position_bytes = row.u64();
  status.version = row.text();
  const Answer replication = answer(kReplicas);
  RowReader queue(replication);
  if (!queue.begin_row()) return;
  status.is_readonly = queue.u8() != 0;
  status.behind = queue.u64();
} catch (const EndpointFailure& failure) {
  status.failure = failure.what();
}

void count_batches(Cluster& cluster, unsigned shard, ClusterStatus& status) try {
  for (const LedgerBatch& batch : read_batches(cluster, shard)) {
    if (batch.state == BatchState::Begun) status.under_way.push_back(batch);
    status.done += batch.state == BatchState::Done ? 1 : 0;
    status.given_up += batch.state == BatchState::GivenUp ? 1 : 0;
  }
} catch (const IoError&) {
  ++status.unknown_shards;
}

}  // namespace

Result<ClusterStatus> read_status(const Address& address) {
  auto cluster = connect(address, Access::Read);
  if (!cluster) return Error{cluster.error()};
  ClusterStatus status;
  for (unsigned shard = 0; shard < (*cluster)->shards(); ++shard) {
    for (Replica& replica : (*cluster)->replicas(shard)) {
      ReplicaStatus& row = status.replicas.emplace_back();
      row.shard = shard;
      row.host = replica.endpoint->name();
      ask(replica, row);
    }
    count_batches(**cluster, shard, status);
  }
  return status;
}

}  // namespace arbiter::clickhouse
