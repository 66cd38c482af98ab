#include "db/clickhouse/cluster/proved_insert.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/wire/endpoint.h"

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
      "{}: {} rows were read back instead of {}{}; check the proxies between this program and the "
      "server, and repeat the command",
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

}  // namespace arbiter::clickhouse
