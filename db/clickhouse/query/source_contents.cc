#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "db/clickhouse/query/storage_queries.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kContents =
    "SELECT source, count(), min(game), max(game), sum(length(finding_codes)) FROM games"
    " WHERE 1{} GROUP BY source";

}  // namespace

std::vector<SourceContents> contents_of(QuerySession& session, std::vector<SourceRecord> records) {
  std::vector<SourceContents> all;
  for (SourceRecord& record : records) all.push_back({.source = std::move(record)});
  std::unordered_map<SourceId, SourceContents*> places;
  for (SourceContents& contents : all) places.emplace(contents.source.mark.source, &contents);
  for_each_row(session.ask_all(fmt::format(kContents, kSeenGames)), [&](RowReader& rows) {
    const SourceId source{rows.u32()};
    const std::uint64_t games = rows.u64();
    const GameId first{rows.i64()};
    const GameId last{rows.i64()};
    const std::uint64_t findings = rows.u64();
    const auto place = places.find(source);
    if (place == places.end()) return;
    SourceContents& contents = *place->second;
    contents.first = contents.games == 0 ? first : std::min(contents.first, first);
    contents.last = std::max(contents.last, last);
    contents.games += games;
    contents.findings += findings;
  });
  return all;
}

}  // namespace arbiter::clickhouse
