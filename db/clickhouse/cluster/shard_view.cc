#include "db/clickhouse/cluster/shard_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/cluster/sql_text.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kBatchCount = "SELECT count() FROM batches FORMAT RowBinary";
// The number of rows, and the batches that are not done. A batch whose row is added meanwhile is
// hidden, and the next count differs.
constexpr std::string_view kView =
    "SELECT count(), groupArrayIf(batch, is_open), groupArrayIf(kind, is_open),"
    " groupArrayIf(first_games, is_open), groupArrayIf(games, is_open)"
    " FROM (SELECT batch, kind, first_games, games, state = 1 AND kind != 3 AND NOT ({}) AS is_open"
    " FROM batches) FORMAT RowBinary";
constexpr std::string_view kIsDone =
    "batch IN (SELECT batch FROM batches GROUP BY batch HAVING max(state) = 2)";

// Excludes the sums of batches that were merged, and of merges that are not done. A merge changes
// no sum, so all queries see its present state, and need no list of merged batches.
constexpr std::string_view kMergedOnce =
    " AND batch NOT IN (SELECT arrayJoin(if(is_done, parts, [batch])) FROM (SELECT batch,"
    " any(first_games) AS parts, max(state) = 2 AS is_done FROM batches WHERE kind = 3"
    " GROUP BY batch))";

// Returns the values of each batch's sources.
std::vector<std::vector<std::uint64_t>> lists(RowReader& row) {
  std::vector<std::vector<std::uint64_t>> all;
  for (std::uint64_t count = row.size(); count > 0; --count) {
    all.push_back(row.numbers<std::uint64_t>());
  }
  return all;
}

ShardView view_from(unsigned shard, RowReader row) {
  ShardView view{.shard = shard, .ledger_rows = row.u64(), .hidden = {}};
  const auto batches = row.numbers<std::uint64_t>();
  const auto kinds = row.numbers<std::uint8_t>();
  const auto first = lists(row);
  const auto games = lists(row);
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (static_cast<BatchKind>(kinds.at(i)) == BatchKind::Deletion) {
      view.hidden.deletions.push_back(batches[i]);
      continue;
    }
    view.hidden.batches.push_back(batches[i]);
    for (std::size_t source = 0; source < first.at(i).size(); ++source) {
      const std::uint64_t count = games.at(i).at(source);
      if (count > 0) view.hidden.games.push_back({first[i][source], first[i][source] + count - 1});
    }
  }
  return view;
}

}  // namespace

std::vector<ShardView> read_views(Cluster& cluster) {
  std::vector<ShardView> views;
  for (const ShardAnswer& one : cluster.ask_all(fmt::format(kView, kIsDone))) {
    views.push_back(view_from(one.shard, RowReader(one.answer)));
    // Replicas fetch tables independently of each other, so the other tables may lack rows of
    // batches that the ledger has already.
    cluster.wait_for_rows(one.shard);
  }
  return views;
}

ShardView read_view(Cluster& cluster, unsigned shard, const std::string& is_done) {
  const Answer answer = cluster.ask(shard, fmt::format(kView, is_done));
  return view_from(shard, RowReader(answer));
}

bool are_current(Cluster& cluster, const std::vector<ShardView>& views) {
  const auto answers = cluster.ask_all(std::string(kBatchCount));
  return std::ranges::equal(answers, views, [](const ShardAnswer& now, const ShardView& then) {
    return now.shard == then.shard && RowReader(now.answer).u64() == then.ledger_rows;
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
  std::string sql(kMergedOnce);
  if (!batches.empty()) sql += fmt::format(" AND batch NOT IN ({})", listed(batches));
  return sql;
}

}  // namespace arbiter::clickhouse
