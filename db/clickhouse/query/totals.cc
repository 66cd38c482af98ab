#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/query/name_lookup.h"
#include "db/clickhouse/query/selection.h"
#include "db/clickhouse/query/storage_queries.h"
#include "db/model/column_values.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::clickhouse {
namespace {

constexpr std::string_view kCounts =
    "SELECT count(), countIf({2} = 0), countIf({2} = 1), countIf({2} = 2),"
    " countIf({2} = 3), toUInt64(sum(plies)),"
    " countIf(bitAnd(flags, 16) = 0), toUInt64(minIf(plies, bitAnd(flags, 16) = 0)),"
    " toUInt64(max(plies)),"
    " countIf(white_elo != 0) + countIf(black_elo != 0),"
    " toUInt64(sum(white_elo)) + toUInt64(sum(black_elo)),"
    " toUInt64(minIf(date, date != 0)), toUInt64(max(date)) FROM games WHERE {0}{1}";

constexpr std::string_view kEndings =
    "SELECT toUInt64(ending), count() FROM games WHERE {}{} GROUP BY ending";

constexpr std::string_view kTotalNames =
    "SELECT DISTINCT sipHash64({}) FROM names WHERE kind = {} AND id IN ({})";

// The query for the number of findings of each code, and of games with the code.
constexpr std::string_view kFindings =
    "SELECT code, count(), countIf(number = 1) FROM (SELECT finding_codes FROM games WHERE {}{})"
    " ARRAY JOIN finding_codes AS code, arrayEnumerateUniq(finding_codes) AS number GROUP BY code";

constexpr std::string_view kCodes = "SELECT id, any(name) FROM names WHERE kind = {} GROUP BY id";

class TotalsCount {
 public:
  TotalsCount(QuerySession& session, const GameFilter& filter, unsigned jobs)
      : session_(session), selection_(session, filter, "1", jobs), side_(session, filter, jobs) {}

  Totals run() {
    count_games();
    count_endings();
    totals_.players = names(NameKind::Player, {"white", "black"});
    totals_.events = names(NameKind::Event, {"event"});
    totals_.sites = names(NameKind::Site, {"site"});
    count_findings();
    return totals_;
  }

 private:
  // Runs a query with the selection's condition, and visits its rows.
  template <class Visit>
  void visit_rows(std::string_view sql, Visit visit) {
    const auto answers = session_.ask_all([&](unsigned shard) {
      return fmt::format(fmt::runtime(sql), selection_.of_games(shard), kSeenGames,
                         side_.result(shard));
    });
    for_each_row(answers, visit);
  }

  void count_games() {
    std::uint64_t elo_sum = 0;
    visit_rows(kCounts, [&](RowReader& rows) {
      GameCount count{.games = rows.u64()};
      for (unsigned number = 0; number < 4; ++number) {
        count.results[static_cast<std::size_t>(outcome_of(number))] = rows.u64();
      }
      count.plies = rows.u64();
      const std::uint64_t replayed = rows.u64();
      const std::uint64_t shortest = rows.u64();
      const std::uint64_t longest = rows.u64();
      totals_.rated += rows.u64();
      elo_sum += rows.u64();
      const auto first = static_cast<std::uint32_t>(rows.u64());
      const auto last = static_cast<std::uint32_t>(rows.u64());
      if (count.games == 0) return;
      if (replayed != 0) {
        totals_.shortest = replayed_ == 0 ? shortest : std::min(totals_.shortest, shortest);
      }
      replayed_ += replayed;
      totals_.longest = std::max(totals_.longest, longest);
      totals_.all += count;
      if (first != 0) {
        totals_.first_date = totals_.first_date == 0 ? first : std::min(totals_.first_date, first);
      }
      totals_.last_date = std::max(totals_.last_date, last);
    });
    if (totals_.rated > 0) {
      totals_.mean_elo = static_cast<double>(elo_sum) / static_cast<double>(totals_.rated);
    }
  }

  void count_endings() {
    std::map<std::uint64_t, std::uint64_t> counts;
    visit_rows(kEndings, [&](RowReader& rows) {
      const std::uint64_t ending = rows.u64();
      counts[ending] += rows.u64();
    });
    for (const EndingName& name : endings()) {
      const std::uint64_t games = counts[static_cast<std::uint64_t>(name.ending)];
      if (games > 0) totals_.endings.push_back({name.ending, games});
    }
    std::ranges::stable_sort(totals_.endings, std::ranges::greater(), &EndingCount::games);
  }

  // Returns the number of names with distinct keys.
  std::uint64_t names(NameKind kind, const std::vector<std::string_view>& columns) {
    const NamePortions portions(session_, selection_, kind, columns, kNamesAtOnce);
    std::uint64_t count = 0;
    for (std::uint64_t portion = 0; portion < portions.count(); ++portion) {
      std::unordered_set<std::uint64_t> keys;
      const auto answers = session_.ask_all([&](unsigned shard) {
        std::string ids;
        for (const std::string_view column : columns) {
          if (!ids.empty()) ids += " UNION ALL ";
          ids +=
              fmt::format("SELECT {} FROM games WHERE {}{}{}", column, selection_.of_games(shard),
                          kSeenGames, portions.condition(column, portion));
        }
        return fmt::format(kTotalNames, kNameKey, static_cast<unsigned>(kind), ids);
      });
      for_each_row(answers, [&](RowReader& rows) { keys.insert(rows.u64()); });
      count += keys.size();
    }
    return count;
  }

  void count_findings() {
    std::map<std::uint64_t, FindingCount> by_code;
    visit_rows(kFindings, [&](RowReader& rows) {
      FindingCount& count = by_code[rows.u64()];
      count.findings += rows.u64();
      count.games += rows.u64();
    });
    if (by_code.empty()) return;
    const auto sql = fmt::format(kCodes, static_cast<unsigned>(NameKind::Diagnostic));
    for_each_row(session_.ask_all(sql), [&](RowReader& rows) {
      const std::uint64_t id = rows.u64();
      const std::string name(rows.text());
      const auto count = by_code.find(id);
      if (count == by_code.end()) return;
      count->second.id = name;
      // This version has no severity for codes of newer versions.
      const auto code = parse_code(name);
      if (code) count->second.severity = to_string(entry_of(*code).severity);
    });
    for (auto& [code, count] : by_code) totals_.findings.push_back(std::move(count));
    sort_findings(totals_.findings);
  }

  QuerySession& session_;
  Selection selection_;
  PlayerSide side_;
  Totals totals_;
  std::uint64_t replayed_ = 0;  // number of games whose length is known
};

}  // namespace

Totals totals_of(QuerySession& session, const GameFilter& filter, unsigned jobs) {
  return TotalsCount(session, filter, jobs).run();
}

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
