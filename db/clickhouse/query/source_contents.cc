#include "db/clickhouse/query/source_contents.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/wire/row_reader.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kContents =
    "SELECT source, count(), min(game), max(game), sum(length(finding_codes)) FROM games"
    " WHERE 1{} GROUP BY source FORMAT RowBinary";

// Adds what one shard has of the sources.
void add_rows(std::string_view bytes, std::unordered_map<SourceId, SourceContents*>& places) {
  RowReader rows(bytes);
  while (!rows.is_at_end()) {
    const SourceId source{rows.u32()};
    const std::uint64_t games = rows.u64();
    const GameId first{rows.i64()};
    const GameId last{rows.i64()};
    const std::uint64_t findings = rows.u64();
    const auto place = places.find(source);
    if (place == places.end()) continue;
    SourceContents& contents = *place->second;
    contents.first = contents.games == 0 ? first : std::min(contents.first, first);
    contents.last = std::max(contents.last, last);
    contents.games += games;
    contents.findings += findings;
  }
}

}  // namespace

std::vector<SourceContents> contents_of(Cluster& cluster, std::vector<SourceRecord> records) {
  std::vector<SourceContents> all;
  for (SourceRecord& record : records) all.push_back({.source = std::move(record)});
  std::unordered_map<SourceId, SourceContents*> places;
  for (SourceContents& contents : all) places.emplace(contents.source.mark.source, &contents);
  const auto views = read_views(cluster);
  const auto answers = cluster.ask_all([&](unsigned shard) {
    const ShardView* view = view_of(views, shard);
    if (!view) return std::string();
    return fmt::format(kContents, seen_games(view->hidden));
  });
  for (const ShardAnswer& answer : answers) add_rows(answer.answer.bytes, places);
  return all;
}

}  // namespace arbiter::clickhouse
