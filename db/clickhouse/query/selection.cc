#include "db/clickhouse/query/selection.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "db/clickhouse/cluster/sql_text.h"
#include "db/clickhouse/query/filter_sql.h"
#include "db/clickhouse/query/game_rows.h"
#include "lib/base/threads.h"

namespace arbiter::clickhouse {
namespace {

// The number of games per query; their records take about 20 MB.
constexpr std::uint64_t kGamesAtOnce = 20'000;

// The query for the number of games with a frequent position, and of all games.
constexpr std::string_view kFrequency =
    "SELECT toUInt64(sum(reached)), toUInt64(sum(games)) FROM (SELECT"
    " toUInt64(sum(unfinished + white + black + draws)) AS reached, toUInt64(0) AS games"
    " FROM sums WHERE {}{} UNION ALL SELECT toUInt64(0) AS reached, count() AS games FROM games)";

// The index granularity of `games` (schema.cc).
constexpr std::uint64_t kBlockGames = 256;

// The parts of games that the tests of a filter need.
struct Needs {
  RowParts parts;
  bool names = false;

  void add(const GameTest& test) {
    const TestedPart part = tested_part(test);
    const bool is_about_moves = part == TestedPart::Moves;
    const bool is_about_tags = part == TestedPart::Tags || part == TestedPart::Movetext;
    // The FEN tag is stored in columns.
    parts.moves = parts.moves || is_about_moves || is_about_tags;
    parts.record = parts.record || is_about_tags;
    parts.findings = parts.findings || part == TestedPart::Findings;
    names = names || !(is_about_moves || std::holds_alternative<NumberTest>(test));
  }
};

Needs needs_of(const GameFilter& filter) {
  Needs needs;
  for_each_test(filter, [&](const GameTest& test) { needs.add(test); });
  return needs;
}

// A query for some games of a shard.
struct Portion {
  unsigned shard = 0;
  std::string sql;
};

struct Passing {
  unsigned shard = 0;
  std::vector<std::uint64_t> games;
  std::uint64_t looked_at = 0;
};

// Applies a filter, on one thread.
class Judge {
 public:
  Judge(QuerySession& session, const GameFilter& filter, const Needs& needs,
        const SourceNames& sources)
      : session_(session), filter_(filter), needs_(needs), sources_(sources), names_(session) {}

  Passing look(const Portion& portion) {
    const Answer answer = session_.ask(portion.shard, portion.sql);
    const std::vector<GameRow> games = read_rows(answer);
    if (needs_.names) names_.learn(portion.shard, games);
    Passing passing{.shard = portion.shard, .games = {}, .looked_at = games.size()};
    for (const GameRow& game : games) {
      if (!matches(filter_, view_of(game, names_, sources_))) continue;
      passing.games.push_back(static_cast<std::uint64_t>(number_of(game.id)));
    }
    return passing;
  }

 private:
  QuerySession& session_;
  const GameFilter& filter_;
  const Needs& needs_;
  const SourceNames& sources_;
  NameTexts names_;
};

}  // namespace

Selection::Selection(QuerySession& session, const GameFilter& filter, const std::string& among,
                     unsigned jobs) {
  NameLookup names(session);
  const SqlFilter sql = sql_of(filter, names);
  condition_ = sql.condition;
  postings_condition_ = postings_condition(filter);
  if (sql.rest.is_empty()) return;
  if (among != "1") condition_ = fmt::format("{} AND {}", among, condition_);
  judge(session, sql.rest, jobs);
}

void Selection::judge(QuerySession& session, const GameFilter& rest, unsigned jobs) {
  const Needs needs = needs_of(rest);
  std::vector<Portion> portions;
  for (const Stretch& stretch : stretches(
           session, [this](unsigned) { return condition_; }, kGamesAtOnce)) {
    for (const unsigned shard : stretch.shards) {
      portions.push_back(
          {shard, fmt::format("SELECT {} FROM games WHERE {} AND {}{}", row_columns(needs.parts),
                              within(stretch), condition_, kSeenGames)});
    }
  }
  const SourceNames sources = needs.names ? source_names(session) : SourceNames();
  std::vector<Judge> judges(jobs, Judge(session, rest, needs, sources));
  std::map<unsigned, std::vector<std::uint64_t>> passing;
  std::size_t next = 0;
  run_in_order(
      jobs,
      [&]() -> std::optional<Portion> {
        return next < portions.size() ? std::optional(portions[next++]) : std::nullopt;
      },
      [&](unsigned job, const Portion& portion) { return judges[job].look(portion); },
      [&](const Passing& some) {
        walked_ += some.looked_at;
        std::vector<std::uint64_t>& games = passing[some.shard];
        games.insert(games.end(), some.games.begin(), some.games.end());
      });
  is_listed_ = true;
  for (const auto& [shard, games] : passing) lists_[shard] = in_list("game", games);
}

std::string Selection::of_games(unsigned shard) const {
  if (!is_listed_) return condition_;
  const auto list = lists_.find(shard);
  return list == lists_.end() ? "0" : list->second;
}

std::string Selection::of_postings(unsigned shard, const std::string& among) const {
  if (postings_condition_) return *postings_condition_;
  if (is_listed_) return of_games(shard);
  return fmt::format("game IN (SELECT game FROM games WHERE {} AND {})", among, condition_);
}

PlayerSide::PlayerSide(QuerySession& session, const GameFilter& filter, unsigned jobs) {
  const auto condition = white_is_player(filter);
  if (condition) with_white_.emplace(session, *condition, "1", jobs);
}

std::string PlayerSide::result(unsigned shard) const {
  if (!with_white_) return "result";
  return fmt::format("if(({}) OR result IN (0, 3), result, 3 - result)",
                     with_white_->of_games(shard));
}

std::string PlayerSide::of_postings(unsigned shard, const std::string& among) const {
  return with_white_ ? with_white_->of_postings(shard, among) : "1";
}

std::string games_among(QuerySession& session, const std::string& has_key) {
  std::uint64_t reached = 0;
  std::uint64_t games = 0;
  for_each_row(session.ask_all(fmt::format(kFrequency, has_key, kSeenSums)), [&](RowReader& rows) {
    reached += rows.u64();
    games += rows.u64();
  });
  if (reached > games / kBlockGames) return "1";
  return fmt::format("game IN (SELECT game FROM positions WHERE {})", has_key);
}

}  // namespace arbiter::clickhouse
