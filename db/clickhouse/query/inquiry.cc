#include "db/clickhouse/query/inquiry.h"

#include <fmt/format.h>

#include <algorithm>

#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/wire/row_reader.h"
#include "lib/base/result.h"

namespace arbiter::clickhouse {
namespace {

// Servers refuse statements of more than some 50,000 elements; an array is one.
constexpr std::size_t kMostElements = 1000;

void replace_all(std::string& text, std::string_view place, const std::string& with) {
  for (std::size_t at = text.find(place); at != std::string::npos;
       at = text.find(place, at + with.size())) {
    text.replace(at, place.size(), with);
  }
}

}  // namespace

Inquiry::Inquiry(Cluster& cluster) : cluster_(cluster), views_(read_views(cluster)) {}

std::vector<unsigned> Inquiry::shards() const {
  std::vector<unsigned> shards;
  for (const ShardView& view : views_) shards.push_back(view.shard);
  return shards;
}

std::string Inquiry::filled(unsigned shard, const std::string& sql) const {
  const std::lock_guard lock(mutex_);
  const auto view = std::ranges::find(views_, shard, &ShardView::shard);
  if (view == views_.end() || sql.empty()) return {};
  std::string filled = sql + " FORMAT RowBinary";
  replace_all(filled, kSeenGames, seen_games(view->hidden));
  replace_all(filled, kSeenSums, seen_sums(view->hidden));
  return filled;
}

std::vector<ShardAnswer> Inquiry::ask_all(const std::string& sql) {
  return ask_all([&](unsigned) { return sql; });
}

std::vector<ShardAnswer> Inquiry::ask_all(const SqlOfShard& sql_of) {
  const auto asked = [&](unsigned shard) { return filled(shard, sql_of(shard)); };
  auto answers = cluster_.ask_all(asked);
  // A smaller answer than that of the shards which were there at first would not be noticed.
  for (const ShardView& view : views_) {
    const bool is_there =
        std::ranges::find(answers, view.shard, &ShardAnswer::shard) != answers.end();
    if (!is_there && !sql_of(view.shard).empty()) {
      throw IoError(fmt::format("shard {} no longer answers", view.shard + 1));
    }
  }
  return answers;
}

Answer Inquiry::ask(unsigned shard, const std::string& sql) {
  return cluster_.ask(shard, filled(shard, sql));
}

void Inquiry::pin() {
  for (const ShardAnswer& one :
       ask_all("SELECT batch FROM batches GROUP BY batch HAVING max(state) = 2")) {
    std::vector<std::uint64_t>& known = known_[one.shard];
    for (RowReader rows(one.answer.bytes); !rows.is_at_end();) known.push_back(rows.u64());
  }
}

// Whatever was not done when the shard was pinned.
void Inquiry::hide_news(unsigned shard) {
  const std::vector<std::uint64_t>& known = known_.at(shard);
  ShardView now = read_view(cluster_, shard, in_list("batch", known));
  const std::lock_guard lock(mutex_);
  *std::ranges::find(views_, shard, &ShardView::shard) = std::move(now);
}

Answer Inquiry::ask_pinned(unsigned shard, const std::string& sql) {
  if (!known_.contains(shard)) return ask(shard, sql);
  while (true) {
    const std::string asked = filled(shard, sql);
    Answer answer = cluster_.ask(shard, asked);
    const std::uint64_t rows = ledger_rows(cluster_, shard);
    {
      const std::lock_guard lock(mutex_);
      if (std::ranges::find(views_, shard, &ShardView::shard)->ledger_rows == rows) return answer;
    }
    hide_news(shard);
    if (filled(shard, sql) == asked) return answer;
  }
}

std::string in_list(std::string_view column, std::span<const std::uint64_t> numbers) {
  if (numbers.empty()) return "0";
  const std::string list = listed(numbers);
  if (numbers.size() <= kMostElements) return fmt::format("{} IN ({})", column, list);
  return fmt::format("{} IN (SELECT arrayJoin([{}]))", column, list);
}

}  // namespace arbiter::clickhouse
