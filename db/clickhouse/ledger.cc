#include "db/clickhouse/ledger.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "db/clickhouse/row_reader.h"
#include "db/clickhouse/sql_text.h"

namespace arbiter::db::clickhouse {
namespace {

constexpr std::chrono::seconds kMostWaiting{10};
constexpr std::chrono::milliseconds kBetweenLooks{20};

constexpr std::string_view kRows = "SELECT count() FROM batches FORMAT RowBinary";
// What is not done.
constexpr std::string_view kView =
    "SELECT batch, kind, first_games, games"
    " FROM batches WHERE state = 1 AND batch NOT IN (SELECT batch FROM batches WHERE state = 2)"
    " ORDER BY batch FORMAT RowBinary";

Hidden hidden_of(std::string_view bytes) {
  Hidden hidden;
  RowReader rows(bytes);
  while (!rows.is_at_end()) {
    const std::uint64_t batch = rows.u64();
    const auto kind = static_cast<BatchKind>(rows.u8());
    const auto first = rows.numbers<std::uint64_t>();
    const auto games = rows.numbers<std::uint64_t>();
    if (kind == BatchKind::Deletion) {
      hidden.deletions.push_back(batch);
      continue;
    }
    hidden.batches.push_back(batch);
    for (std::size_t i = 0; i < std::min(first.size(), games.size()); ++i) {
      if (games[i] > 0) hidden.games.push_back({first[i], first[i] + games[i] - 1});
    }
  }
  return hidden;
}

// Everything that was done before its row in the ledger could be read must be on the same replica:
// tables are fetched from others independently of each other.
void wait_for_rows(Cluster& cluster, unsigned shard) {
  const auto end = std::chrono::steady_clock::now() + kMostWaiting;
  while (!cluster.has_all_rows(shard)) {
    if (std::chrono::steady_clock::now() > end) return cluster.try_next_replica(shard);
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

}  // namespace

const ShardView* view_of(std::span<const ShardView> views, unsigned shard) {
  const auto view = std::ranges::find(views, shard, &ShardView::shard);
  return view == views.end() ? nullptr : &*view;
}

std::vector<ShardView> read_views(Cluster& cluster) {
  std::vector<ShardView> views;
  for (const ShardAnswer& rows : cluster.ask_all(std::string(kRows))) {
    views.push_back({rows.shard, RowReader(rows.answer.bytes).u64(), {}});
  }
  const auto answers = cluster.ask_all([&](unsigned shard) {
    return std::string(view_of(views, shard) ? kView : std::string_view());
  });
  for (const ShardAnswer& answer : answers) {
    const auto view = std::ranges::find(views, answer.shard, &ShardView::shard);
    view->hidden = hidden_of(answer.answer.bytes);
    if (cluster.layout().replication == Replication::ByServers) {
      wait_for_rows(cluster, answer.shard);
    }
  }
  return views;
}

bool are_current(Cluster& cluster, const std::vector<ShardView>& views) {
  const auto answers = cluster.ask_all(std::string(kRows));
  return std::ranges::equal(answers, views, [](const ShardAnswer& now, const ShardView& then) {
    return now.shard == then.shard && RowReader(now.answer.bytes).u64() == then.ledger_rows;
  });
}

std::string seen_games(const Hidden& hidden) {
  std::string sql = " AND game NOT IN (SELECT game FROM dead";
  if (!hidden.deletions.empty()) {
    sql += fmt::format(" WHERE deletion NOT IN ({})", listed(hidden.deletions));
  }
  sql += ")";
  for (const GameRange& range : hidden.games) {
    sql += fmt::format(" AND NOT (game >= {} AND game <= {})", range.first, range.last);
  }
  return sql;
}

std::string seen_sums(const Hidden& hidden) {
  std::vector<std::uint64_t> batches = hidden.batches;
  batches.insert(batches.end(), hidden.deletions.begin(), hidden.deletions.end());
  return batches.empty() ? std::string() : fmt::format(" AND batch NOT IN ({})", listed(batches));
}

}  // namespace arbiter::db::clickhouse
