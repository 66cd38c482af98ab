#include "db/clickhouse/cluster/query_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/wire/row_reader.h"
#include "lib/base/result.h"

namespace arbiter::clickhouse {
namespace {

void replace_all(std::string& text, std::string_view place, const std::string& with) {
  for (std::size_t at = text.find(place); at != std::string::npos;
       at = text.find(place, at + with.size())) {
    text.replace(at, place.size(), with);
  }
}

}  // namespace

std::vector<unsigned> QuerySession::shards() const {
  std::vector<unsigned> shards;
  for (const ShardView& view : views_) shards.push_back(view.shard);
  return shards;
}

ShardView* QuerySession::view(unsigned shard) {
  const auto view = std::ranges::find(views_, shard, &ShardView::shard);
  return view == views_.end() ? nullptr : &*view;
}

std::string QuerySession::with_snapshot(unsigned shard, const std::string& sql) {
  const std::lock_guard lock(mutex_);
  const ShardView* const at = view(shard);
  if (at == nullptr || sql.empty()) return {};
  std::string filled = sql + " FORMAT RowBinary";
  replace_all(filled, kSeenGames, seen_games(at->hidden));
  replace_all(filled, kSeenSums, seen_sums(at->hidden));
  return filled;
}

std::vector<ShardAnswer> QuerySession::ask_all(const std::string& sql) {
  return ask_all([&](unsigned) { return sql; });
}

std::vector<ShardAnswer> QuerySession::ask_all(const SqlOfShard& sql_of) {
  auto answers =
      cluster_.ask_all([&](unsigned shard) { return with_snapshot(shard, sql_of(shard)); });
  // Otherwise the result would silently lack a shard that existed at the start.
  for (const ShardView& view : views_) {
    const bool has_answered =
        std::ranges::find(answers, view.shard, &ShardAnswer::shard) != answers.end();
    if (!has_answered && !sql_of(view.shard).empty()) {
      throw IoError(fmt::format("shard {} no longer responds", view.shard + 1));
    }
  }
  return answers;
}

Answer QuerySession::ask(unsigned shard, const std::string& sql) {
  return cluster_.ask(shard, with_snapshot(shard, sql));
}

void QuerySession::pin() {
  for (const ShardView& view : views_) known_[view.shard];
  for_each_row(ask_all("SELECT batch FROM batches GROUP BY batch HAVING max(state) = 2"),
               [&](RowReader& rows, unsigned shard) { known_[shard].push_back(rows.u64()); });
}

// Hides all batches that were not finished when the shard was pinned.
void QuerySession::exclude_new_batches(unsigned shard) {
  ShardView now = read_view(cluster_, shard, in_list("batch", known_.at(shard)));
  const std::lock_guard lock(mutex_);
  *view(shard) = std::move(now);
}

Answer QuerySession::ask_pinned(unsigned shard, const std::string& sql) {
  if (!known_.contains(shard)) return ask(shard, sql);
  while (true) {
    const std::string asked = with_snapshot(shard, sql);
    Answer answer = cluster_.ask(shard, asked);
    const std::uint64_t rows = ledger_rows(cluster_, shard);
    {
      const std::lock_guard lock(mutex_);
      if (view(shard)->ledger_rows == rows) return answer;
    }
    exclude_new_batches(shard);
    if (with_snapshot(shard, sql) == asked) return answer;
  }
}

namespace {

constexpr std::string_view kBatchCount = "SELECT count() FROM batches FORMAT RowBinary";
// The query for the number of ledger rows, and for the batches that are not done. A batch added
// during the query is hidden, and the next count differs.
constexpr std::string_view kView =
    "SELECT count(), groupArrayIf(batch, is_open), groupArrayIf(kind, is_open),"
    " groupArrayIf(first_games, is_open), groupArrayIf(games, is_open)"
    " FROM (SELECT batch, kind, first_games, games, state = 1 AND kind != 3 AND NOT ({}) AS is_open"
    " FROM batches) FORMAT RowBinary";
constexpr std::string_view kIsDone =
    "batch IN (SELECT batch FROM batches GROUP BY batch HAVING max(state) = 2)";

// The condition that excludes the sums of merged batches, and of merges that are not done. A merge
// changes no total, so all queries see the current state of merges, and need no list of merged
// batches.
constexpr std::string_view kMergedOnce =
    " AND batch NOT IN (SELECT arrayJoin(if(is_done, parts, [batch])) FROM (SELECT batch,"
    " any(first_games) AS parts, max(state) = 2 AS is_done FROM batches WHERE kind = 3"
    " GROUP BY batch))";

// Reads one array for each batch.
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
    // Replicas fetch tables independently, so other tables may lack rows of batches in the ledger.
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
