#include "db/clickhouse/query/found_games.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "db/clickhouse/query/game_rows.h"
#include "db/clickhouse/query/storage_queries.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/query_stop.h"
#include "db/model/storage.h"
#include "lib/base/threads.h"
#include "lib/diagnostics/catalogue.h"

namespace arbiter::clickhouse {
namespace {

// The minimum offset for which games are counted before they are listed.
constexpr std::uint64_t kFarOffset = 10'000;

// The number of games that one query reads for replay.
constexpr std::size_t kReplayedAtOnce = 1000;

// Returns the SELECT of games with the position, and its first ply. Other columns are possible only
// if the position has one key.
std::string hits_sql(const PositionQuery& position, const std::string& condition,
                     const std::string& columns = {}) {
  const std::string where = has_key(position) + condition;
  if (position.keys().size() == 1) {
    return fmt::format("SELECT game, ply{} FROM positions WHERE {}", columns, where);
  }
  return fmt::format(
      "SELECT game, first_ply AS ply FROM (SELECT game, min(ply) AS first_ply FROM positions"
      " WHERE {} GROUP BY game)",
      where);
}

// The matching games, as SELECTs of game, ply and the sort columns.
class Hits {
 public:
  Hits(QuerySession& session, const FindQuery& query, const Selection& selection)
      : query_(query), sort_(query.order), selection_(selection) {
    if (!query.position) return;
    const bool has_one_key = query.position->keys().size() == 1;
    is_in_positions_ = sort_.columns().empty() || (has_one_key && sort_.is_in_positions());
    const bool reads_games = !is_in_positions_ || selection.reads_games();
    if (reads_games) among_ = games_among(session, has_key(*query.position));
  }

  std::string sql(unsigned shard) const {
    const std::string columns = sort_.columns();
    const std::string more = columns.empty() ? "" : ", " + columns;
    const std::string condition = selection_.of_games(shard);
    if (!query_.position) {
      return fmt::format("SELECT game, toUInt16(0) AS ply{} FROM games WHERE {}{}", more, condition,
                         kSeenGames);
    }
    const PositionQuery& position = *query_.position;
    if (is_in_positions_) {
      return hits_sql(position, filter_of(shard) + std::string(kSeenGames), more);
    }
    std::string of_years, of_dates;
    if (const auto years = years_.find(shard); years != years_.end()) {
      const auto [first, last] = years->second;
      of_years = fmt::format(" AND year >= {} AND year <= {}", first, last);
      of_dates = fmt::format(" AND date >= {}0000 AND date <= {}9999", first, last);
    }
    return fmt::format(
        "SELECT game, ply{} FROM (SELECT game{} FROM games WHERE {} AND {}{}{}) AS one"
        " ANY INNER JOIN ({}) AS other USING game",
        more, more, among_, condition, kSeenGames, of_dates, hits_sql(position, of_years));
  }

  // Excludes years that contain none of a shard's first `max` games. Used only for frequent
  // positions with games sorted by date, so that few games remain to be joined.
  void choose_years(QuerySession& session, std::uint64_t max) {
    const bool is_by_date = !query_.order.empty() && query_.order.front().key == SortKey::Date;
    const bool is_frequent = query_.position && !is_in_positions_ && among_ == "1";
    if (!query_.limit || !is_by_date || !is_frequent) return;
    // The number of games by shard and year.
    std::map<unsigned, std::map<std::uint16_t, std::uint64_t>> games;
    const auto answers = session.ask_all([&](unsigned shard) {
      return fmt::format("SELECT year, count() FROM positions WHERE {}{}{} GROUP BY year",
                         has_key(*query_.position), filter_of(shard), kSeenGames);
    });
    for_each_row(answers, [&](RowReader& rows, unsigned shard) {
      const std::uint16_t year = rows.u16();
      games[shard][year] = rows.u64();
    });
    const bool is_ascending = query_.order.front().direction == SortDirection::Ascending;
    for (auto& [shard, years] : games) {
      years.erase(0);  // unknown dates are sorted last
      std::uint64_t count = 0;
      while (!years.empty() && count < max) {
        const auto year = is_ascending ? years.begin() : std::prev(years.end());
        count += year->second;
        years_[shard] = is_ascending ? Years{1, year->first} : Years{year->first, kLastYear};
        years.erase(year);
      }
      if (count < max) years_.erase(shard);
    }
  }

  const SortSql& sort() const { return sort_; }

 private:
  struct Years {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };
  static constexpr std::uint32_t kLastYear = 9999;

  // Returns the filter as a condition for postings of the position, or nothing if all games match.
  std::string filter_of(unsigned shard) const {
    if (selection_.is_everything()) return {};
    return " AND " + selection_.of_postings(shard, among_);
  }

  const FindQuery& query_;
  SortSql sort_;
  const Selection& selection_;
  bool is_in_positions_ = false;     // true if `positions` has all columns
  std::string among_ = "1";          // a condition for rows of `games` with the position
  std::map<unsigned, Years> years_;  // the years of the first games, by shard
};

// The query for the number of games with a key: stored sums plus other postings.
constexpr std::string_view kCountBySums =
    "SELECT toUInt64(sum(games)) FROM (SELECT sum(unfinished + white + black + draws) AS games"
    " FROM sums WHERE {0}{1} UNION ALL SELECT toInt64(count()) AS games FROM positions"
    " WHERE {0} AND summed = 0{2})";

std::uint64_t count(QuerySession& session, const FindQuery& query, const Selection& selection) {
  const FindQuery unsorted{.filter = query.filter, .position = query.position};
  const Hits hits(session, unsorted, selection);
  const bool has_sums =
      query.position && query.position->keys().size() == 1 && selection.is_everything();
  std::uint64_t total = 0;
  const auto answers = session.ask_all([&](unsigned shard) {
    return has_sums ? fmt::format(kCountBySums, has_key(*query.position), kSeenSums, kSeenGames)
                    : fmt::format("SELECT count() FROM ({})", hits.sql(shard));
  });
  for_each_row(answers, [&](RowReader& rows) { total += rows.u64(); });
  return total;
}

struct SortedGame {
  LocatedGame game;
  std::vector<SortValue> values;
};

// The sorted games of all shards.
struct SortedGames {
  std::vector<SortedGame> games;
  bool is_all = true;  // true if no shard has more games
};

// Returns the first `max` games of each shard.
SortedGames sorted_games(QuerySession& session, const FindQuery& query, Hits& hits,
                         std::uint64_t max) {
  hits.choose_years(session, max);
  SortedGames sorted;
  std::map<unsigned, std::uint64_t> counts;
  const auto answers =
      session.ask_all([&](unsigned shard) { return hits.sort().sorted(hits.sql(shard), max); });
  for_each_row(answers, [&](RowReader& rows, unsigned shard) {
    SortedGame& game = sorted.games.emplace_back();
    game.game.shard = shard;
    game.game.found.id = GameId{rows.i64()};
    const std::uint16_t ply = rows.u16();
    if (query.position) game.game.found.ply = ply;
    game.values = hits.sort().read(rows);
    if (++counts[shard] >= max) sorted.is_all = false;
  });
  return sorted;
}

// Returns the games from the offset to the limit.
std::vector<LocatedGame> page_of(std::vector<SortedGame> games, const FindQuery& query,
                                 const SortSql& sort) {
  std::ranges::sort(games, [&](const SortedGame& one, const SortedGame& other) {
    const auto order = sort.compare(one.values, other.values);
    return order != 0 ? order < 0 : one.game.found.id < other.game.found.id;
  });
  std::vector<LocatedGame> page;
  const std::uint64_t limit = query.limit.value_or(games.size());
  for (std::uint64_t i = query.offset; i < games.size() && page.size() < limit; ++i) {
    page.push_back(games[i].game);
  }
  return page;
}

// Replays the games, and removes those without the position at the recorded ply.
void remove_false_matches(QuerySession& session, const PositionQuery& position,
                          std::vector<LocatedGame>& games) {
  std::map<unsigned, std::vector<const LocatedGame*>> by_shard;
  for (const LocatedGame& game : games) by_shard[game.shard].push_back(&game);
  std::vector<GameId> wrong;
  for (const auto& [shard, all] : by_shard) {
    for (std::size_t first = 0; first < all.size(); first += kReplayedAtOnce) {
      const auto some =
          std::span(all).subspan(first, std::min(kReplayedAtOnce, all.size() - first));
      std::vector<std::uint64_t> ids;
      std::map<GameId, std::uint16_t> plies;
      for (const LocatedGame* game : some) {
        ids.push_back(static_cast<std::uint64_t>(number_of(game->found.id)));
        plies[game->found.id] = *game->found.ply;
      }
      const Answer answer = session.ask(shard, games_sql(ids, {.moves = true}));
      for (const GameRow& row : read_rows(answer)) {
        if (!occurs_at(row, plies.at(row.id), position)) wrong.push_back(row.id);
      }
    }
  }
  std::erase_if(games, [&](const LocatedGame& game) {
    return std::ranges::find(wrong, game.found.id) != wrong.end();
  });
}

}  // namespace

std::string has_key(const PositionQuery& position) {
  std::vector<std::uint64_t> keys;
  for (const PositionKey key : position.keys()) keys.push_back(static_cast<std::uint64_t>(key));
  if (keys.size() == 1) return fmt::format("key = {}", keys.front());
  return in_list("key", keys);
}

std::string games_with(const PositionQuery& position) {
  return fmt::format("game IN (SELECT game FROM positions WHERE {})", has_key(position));
}

Selection select(QuerySession& session, const FindQuery& query, unsigned jobs) {
  return {session, query.filter, query.position ? games_with(*query.position) : "1", jobs};
}

Located locate(QuerySession& session, const FindQuery& query, const Selection& selection) {
  Located located;
  const Stopwatch watch(query.position ? located.cost.position_seconds
                                       : located.cost.filter_seconds);
  Hits hits(session, query, selection);
  located.cost.walked = selection.walked();
  if (query.limit == 0 || query.offset > kFarOffset) {
    located.total = count(session, query, selection);
    if (query.limit == 0 || query.offset >= located.total) return located;
  }
  constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t max =
      query.offset + std::min(query.limit.value_or(kNoLimit), kNoLimit - query.offset);
  SortedGames found;
  std::optional<std::uint64_t> counted;
  // With a position, both queries are cheap and run concurrently.
  if (query.offset > kFarOffset) counted = located.total;
  run_parallel(query.position && query.limit && !counted ? 2 : 1,
               stopped_with_this_thread([&](unsigned job) {
                 if (job == 0) found = sorted_games(session, query, hits, max);
                 if (job == 1) counted = count(session, query, selection);
               }));
  if (found.is_all) counted = found.games.size();
  located.total = counted ? *counted : count(session, query, selection);
  located.games = page_of(std::move(found.games), query, hits.sort());
  return located;
}

FoundGames find_games(QuerySession& session, const FindQuery& query, unsigned jobs) {
  Located located = locate(session, query, select(session, query, jobs));
  FoundGames found{.total = located.total, .cost = located.cost};
  if (query.position) {
    const Stopwatch watch(found.cost.verify_seconds);
    found.cost.verified = located.games.size();
    remove_false_matches(session, *query.position, located.games);
    found.total -= found.cost.verified - located.games.size();
  }
  for (const LocatedGame& game : located.games) found.games.push_back(game.found);
  found.listed = found.games.size();
  return found;
}

namespace {

// The limit from which all games are returned.
constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 40;

// The SQL of a sort key. A number is an expression of `columns`. For a name, the column contains an
// id, whose folded form is looked up.
struct KeySql {
  SortKey key;
  std::array<std::string_view, 2> columns;
  std::string_view number = {};
  NameKind kind = NameKind::Player;

  bool is_name() const { return number.empty(); }
};

constexpr KeySql kKeys[] = {
    {SortKey::Id, {}, "game"},
    {SortKey::Date, {"date"}, "toUInt64(date)"},
    {SortKey::Elo,
     {"white_elo", "black_elo"},
     "if(white_elo != 0 AND black_elo != 0, toUInt64(white_elo) + black_elo, 0)"},
    {SortKey::WhiteElo, {"white_elo"}, "toUInt64(white_elo)"},
    {SortKey::BlackElo, {"black_elo"}, "toUInt64(black_elo)"},
    {SortKey::White, {"white"}},
    {SortKey::Black, {"black"}},
    {SortKey::Event, {"event"}, {}, NameKind::Event},
    {SortKey::Site, {"site"}, {}, NameKind::Site},
    {SortKey::Eco, {"eco", "opening_eco"}, "toUInt64(if(eco != 0, eco, opening_eco))"},
    {SortKey::Plies, {"plies", "flags"}, "if(bitAnd(flags, 16) != 0, 0, toUInt64(plies) + 1)"},
    {SortKey::Result, {"result"}, "toUInt64(result)"},
    {SortKey::Ply, {}, "toUInt64(ply) + 1"},
    // RoundTest::order()
    {SortKey::Round,
     {"round"},
     "if(match(trimBoth(round), '^[0-9]{1,9}([.][0-9]{1,9})*$'), arrayReduce('sum', arrayMap(i -> "
     "bitShiftLeft(toUInt64(least(toUInt32OrZero(splitByChar('.', trimBoth(round))[i]), 1048575)), "
     "60 - 20 * i), [1, 2, 3])) + 1, 0)"},
};

const KeySql& sql_of(SortKey key) { return *std::ranges::find(kKeys, key, &KeySql::key); }

std::string folded_column(std::string_view name) { return fmt::format("{}_folded", name); }

// Returns the SELECT of the rows, with the folded forms of the column's names.
std::string with_folded(const std::string& rows, const KeySql& key, const std::string& columns) {
  const std::string_view name = key.columns.front();
  const std::string folded = folded_column(name);
  return fmt::format(
      "SELECT game, ply{}, {} FROM ({}) AS one ANY LEFT JOIN (SELECT id AS {}, folded AS {}"
      " FROM names WHERE kind = {}) AS other USING {}",
      columns, folded, rows, name, folded, static_cast<unsigned>(key.kind), name);
}

}  // namespace

std::string SortSql::columns() const {
  std::set<std::string_view> columns;
  for (const SortOrder& order : order_) {
    for (const std::string_view column : sql_of(order.key).columns) {
      if (!column.empty()) columns.insert(column);
    }
  }
  return fmt::format("{}", fmt::join(columns, ", "));
}

bool SortSql::is_in_positions() const {
  constexpr std::string_view kColumns[] = {"", "white_elo", "black_elo", "result"};
  return std::ranges::all_of(order_, [&](const SortOrder& order) {
    return std::ranges::all_of(sql_of(order.key).columns, [&](std::string_view column) {
      return std::ranges::find(kColumns, column) != std::end(kColumns);
    });
  });
}

std::string SortSql::sorted(const std::string& rows, std::uint64_t max) const {
  std::string from = rows;
  std::string columns = this->columns();
  if (!columns.empty()) columns.insert(0, ", ");
  std::vector<std::string> values;
  std::vector<std::string> orders;
  for (const SortOrder& order : order_) {
    const KeySql& key = sql_of(order.key);
    if (key.is_name() && from.find(folded_column(key.columns.front())) == std::string::npos) {
      from = with_folded(from, key, columns);
      columns += ", " + folded_column(key.columns.front());
    }
    const std::string value =
        key.is_name() ? folded_column(key.columns.front()) : std::string(key.number);
    const std::string alias = fmt::format("value_{}", values.size());
    values.push_back(fmt::format(", {} AS {}", value, alias));
    orders.push_back(fmt::format("{} = {}, {} {},", alias, key.is_name() ? "''" : "0", alias,
                                 order.direction == SortDirection::Descending ? "DESC" : "ASC"));
  }
  const std::string limit = max < kNoLimit ? fmt::format(" LIMIT {}", max) : std::string();
  return fmt::format("SELECT game, ply{} FROM ({}) ORDER BY {} game{}", fmt::join(values, ""), from,
                     fmt::join(orders, " "), limit);
}

std::vector<SortValue> SortSql::read(RowReader& rows) const {
  std::vector<SortValue> values;
  for (const SortOrder& order : order_) {
    SortValue& value = values.emplace_back();
    if (sql_of(order.key).is_name()) {
      value.text = rows.text();
    } else {
      value.number = rows.u64();
    }
  }
  return values;
}

std::strong_ordering SortSql::compare(const std::vector<SortValue>& one,
                                      const std::vector<SortValue>& other) const {
  for (std::size_t i = 0; i < order_.size(); ++i) {
    if (one[i] == other[i]) continue;
    if (one[i].is_known() != other[i].is_known()) return other[i].is_known() <=> one[i].is_known();
    const auto ascending = one[i] <=> other[i];
    return order_[i].direction == SortDirection::Ascending ? ascending : 0 <=> ascending;
  }
  return std::strong_ordering::equal;
}

namespace {

constexpr std::uint64_t kBatchGames = 512;

std::vector<StoredFinding> stored_findings(std::span<const DraftFinding> findings) {
  std::vector<StoredFinding> stored;
  for (const DraftFinding& finding : findings) {
    stored.push_back({finding.ply, std::string(entry_of(finding.code).id)});
  }
  std::ranges::stable_sort(stored, {},
                           [](const StoredFinding& one) { return std::pair(one.ply, one.id); });
  return stored;
}

// A reader of games, on one thread.
class Maker {
 public:
  Maker(QuerySession& session, const SourceNames& sources, const GameStream& stream)
      : session_(session),
        sources_(sources),
        parts_{.moves = true, .record = stream.has_records, .findings = stream.has_findings},
        names_(session) {}

  // Appends the games that the query returns.
  void add(unsigned shard, const std::string& sql, std::vector<StreamedGame>& games) {
    const Answer answer = session_.ask_pinned(shard, sql);
    const std::vector<GameRow> rows = read_rows(answer);
    names_.learn(shard, rows);
    for (const GameRow& row : rows) {
      StreamedGame& game = games.emplace_back();
      game.game = stored_game(row, names_, sources_);
      game.record = row.record;
      game.findings = stored_findings(row.findings);
    }
  }

  RowParts parts() const { return parts_; }

 private:
  QuerySession& session_;
  const SourceNames& sources_;
  RowParts parts_;
  NameTexts names_;
};

// Passes a batch to the stream for each `make.kItems` items.
template <class Item, class Make, class Receive>
void run(QuerySession& session, const SourceNames& sources, std::span<const Item> items,
         const GameStream& stream, Make make, Receive receive) {
  std::vector<Maker> makers(std::max(stream.jobs, 1U), Maker(session, sources, stream));
  const auto take = [&]() -> std::optional<std::span<const Item>> {
    if (items.empty()) return std::nullopt;
    const auto next = items.first(std::min<std::size_t>(make.kItems, items.size()));
    items = items.subspan(next.size());
    return next;
  };
  run_in_order(
      stream.jobs, take,
      [&](unsigned job, std::span<const Item> some) {
        StreamedBatch batch = make(makers[job], some);
        if (stream.prepare) stream.prepare(batch);
        return batch;
      },
      receive);
}

// The games of a selection, with a batch for each id range.
struct StretchBatches {
  static constexpr std::size_t kItems = 1;

  const Selection& selection;
  std::uint64_t total;

  StreamedBatch operator()(Maker& maker, std::span<const Stretch> stretches) const {
    StreamedBatch batch{.games = {}, .total = total};
    const Stretch& stretch = stretches.front();
    for (const unsigned shard : stretch.shards) {
      maker.add(shard,
                fmt::format("SELECT {} FROM games WHERE {} AND {}{}", row_columns(maker.parts()),
                            within(stretch), selection.of_games(shard), kSeenGames),
                batch.games);
    }
    std::ranges::sort(batch.games, {}, [](const StreamedGame& one) { return one.game.id; });
    return batch;
  }
};

// Games that were already found, in their order.
struct FoundBatches {
  static constexpr std::size_t kItems = kBatchGames;

  const std::optional<PositionQuery>& position;
  std::uint64_t total;

  StreamedBatch operator()(Maker& maker, std::span<const LocatedGame> found) const {
    std::map<unsigned, std::vector<std::uint64_t>> by_shard;
    for (const LocatedGame& one : found) {
      by_shard[one.shard].push_back(static_cast<std::uint64_t>(number_of(one.found.id)));
    }
    std::vector<StreamedGame> games;
    for (const auto& [shard, ids] : by_shard)
      maker.add(shard, games_sql(ids, maker.parts()), games);
    std::unordered_map<GameId, StreamedGame*> by_id;
    for (StreamedGame& game : games) by_id[game.game.id] = &game;
    StreamedBatch batch{.games = {}, .total = total};
    for (const LocatedGame& one : found) {
      const auto game = by_id.find(one.found.id);
      if (game == by_id.end()) continue;
      if (position && !occurs_at(game->second->game, *one.found.ply, *position)) continue;
      batch.games.push_back(std::move(*game->second));
      batch.games.back().ply = one.found.ply;
    }
    return batch;
  }
};

FoundGames stream_all(QuerySession& session, const Selection& selection, const GameStream& stream) {
  const std::vector<Stretch> all = stretches(
      session, [&](unsigned shard) { return selection.of_games(shard); }, kBatchGames);
  FoundGames found;
  for (const Stretch& stretch : all) found.total += stretch.games;
  found.listed = found.total;
  run<Stretch>(session, source_names(session), all, stream, StretchBatches{selection, found.total},
               stream.receive);
  return found;
}

FoundGames stream_found(QuerySession& session, const FindQuery& query, const Selection& selection,
                        const GameStream& stream) {
  Located located;
  SourceNames sources;
  run_parallel(2, stopped_with_this_thread([&](unsigned job) {
                 if (job == 0) located = locate(session, query, selection);
                 if (job == 1) sources = source_names(session);
               }));
  FoundGames found{.total = located.total, .cost = located.cost};
  const auto receive = [&](const StreamedBatch& batch) {
    for (const StreamedGame& one : batch.games) found.games.push_back({one.game.id, one.ply});
    stream.receive(batch);
  };
  run<LocatedGame>(session, sources, located.games, stream,
                   FoundBatches{query.position, located.games.size()}, receive);
  found.listed = found.games.size();
  found.total -= located.games.size() - found.listed;
  if (query.position) found.cost.verified = located.games.size();
  return found;
}

bool is_of_all(const FindQuery& query) {
  return !query.position && query.order.empty() && query.offset == 0 && !query.limit;
}

}  // namespace

FoundGames stream_games(QuerySession& session, const FindQuery& query, const GameStream& stream) {
  if (query.limit.value_or(kBatchGames + 1) > kBatchGames) session.pin();
  const Selection selection = select(session, query, stream.jobs);
  if (is_of_all(query) && !selection.is_listed()) return stream_all(session, selection, stream);
  return stream_found(session, query, selection, stream);
}

}  // namespace arbiter::clickhouse
