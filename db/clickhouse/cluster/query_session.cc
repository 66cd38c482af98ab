#include "db/clickhouse/cluster/query_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/clickhouse/cluster/sql_text.h"
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
  // The result would silently lack a shard that existed at the start.
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

// Hides everything that was not finished when the shard was pinned.
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

}  // namespace arbiter::clickhouse
