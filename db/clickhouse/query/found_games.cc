#include "db/clickhouse/query/found_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "db/clickhouse/query/game_rows.h"
#include "db/clickhouse/query/sort_sql.h"
#include "db/model/storage.h"
#include "lib/base/threads.h"

namespace arbiter::clickhouse {
namespace {

// From here on the games are counted before they are listed.
constexpr std::uint64_t kFarOffset = 10'000;

// So many games are replayed at once.
constexpr std::size_t kReplayedAtOnce = 1000;

// Each game that reached the position, and when first.
std::string hits_sql(const PositionQuery& position, const std::string& condition) {
  const std::string where = has_key(position) + condition;
  if (position.keys().size() == 1) return "SELECT game, ply FROM positions WHERE " + where;
  return fmt::format(
      "SELECT game, first_ply AS ply FROM (SELECT game, min(ply) AS first_ply FROM positions"
      " WHERE {} GROUP BY game)",
      where);
}

std::string games_with(const PositionQuery& position) {
  return fmt::format("game IN (SELECT game FROM positions WHERE {})", has_key(position));
}

// All games that fit, as SELECTs of game, ply and the columns that they are sorted by.
class Hits {
 public:
  Hits(const FindQuery& query, const Selection& selection)
      : query_(query), sort_(query.order), selection_(selection) {}

  std::string sql(unsigned shard) const {
    const std::string columns = sort_.columns();
    const std::string more = columns.empty() ? "" : ", " + columns;
    const std::string condition = selection_.of_games(shard);
    if (!query_.position) {
      return fmt::format("SELECT game, toUInt16(0) AS ply{} FROM games WHERE {}{}", more, condition,
                         kSeenGames);
    }
    const PositionQuery& position = *query_.position;
    if (columns.empty()) return hits_sql(position, meant(shard) + std::string(kSeenGames));
    return fmt::format(
        "SELECT game, ply{} FROM (SELECT game{} FROM games WHERE {} AND {}{}) AS one"
        " ANY INNER JOIN ({}) AS other USING game",
        more, more, games_with(position), condition, kSeenGames, hits_sql(position, ""));
  }

  const SortSql& sort() const { return sort_; }

 private:
  // The filter as a condition of postings of the position; empty: all.
  std::string meant(unsigned shard) const {
    if (selection_.is_everything()) return {};
    return " AND " + selection_.of_postings(shard, has_key(*query_.position));
  }

  const FindQuery& query_;
  SortSql sort_;
  const Selection& selection_;
};

std::uint64_t count(Inquiry& inquiry, const Hits& hits) {
  std::uint64_t total = 0;
  for (const ShardAnswer& one : inquiry.ask_all([&](unsigned shard) {
         return fmt::format("SELECT count() FROM ({})", hits.sql(shard));
       })) {
    total += RowReader(one.answer.bytes).u64();
  }
  return total;
}

std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b
             ? std::numeric_limits<std::uint64_t>::max()
             : a + b;
}

struct SortedGame {
  LocatedGame game;
  std::vector<SortValue> values;
};

// What a shard has sorted, or all of them.
struct SortedPart {
  std::vector<SortedGame> games;
  bool is_all = false;  // not only the first ones
};

SortedPart read_part(const ShardAnswer& one, const FindQuery& query, const SortSql& sort,
                     std::uint64_t most) {
  SortedPart part;
  RowReader rows(one.answer.bytes);
  while (!rows.is_at_end()) {
    SortedGame& game = part.games.emplace_back();
    game.game.shard = one.shard;
    game.game.found.id = GameId{rows.i64()};
    const std::uint16_t ply = rows.u16();
    if (query.position) game.game.found.ply = ply;
    game.values = sort.read(rows);
  }
  part.is_all = part.games.size() < most;
  return part;
}

// Of all shards, the first `most` of each.
SortedPart sorted_games(Inquiry& inquiry, const FindQuery& query, const Hits& hits,
                        std::uint64_t most) {
  SortedPart all{.games = {}, .is_all = true};
  for (const ShardAnswer& one :
       inquiry.ask_all([&](unsigned shard) { return hits.sort().sorted(hits.sql(shard), most); })) {
    SortedPart part = read_part(one, query, hits.sort(), most);
    all.is_all = all.is_all && part.is_all;
    std::ranges::move(part.games, std::back_inserter(all.games));
  }
  return all;
}

// The games from the offset up to the limit, of what all shards have sorted.
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

// Takes out the games in which the position does not stand where it should.
void verify(Inquiry& inquiry, const PositionQuery& position, std::vector<LocatedGame>& games) {
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
      const Answer answer = inquiry.ask(shard, games_sql(ids, {.moves = true}));
      for (RowReader rows(answer.bytes); !rows.is_at_end();) {
        const GameRow row = read_row(rows);
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

Selection select(Inquiry& inquiry, const FindQuery& query, unsigned jobs) {
  return {inquiry, query.filter, query.position ? games_with(*query.position) : "1", jobs};
}

Located locate(Inquiry& inquiry, const FindQuery& query, const Selection& selection) {
  Located located;
  const Stopwatch watch(query.position ? located.cost.position_seconds
                                       : located.cost.filter_seconds);
  const Hits hits(query, selection);
  located.cost.walked = selection.walked();
  if (query.limit == 0 || query.offset > kFarOffset) {
    located.total = count(inquiry, hits);
    if (query.limit == 0 || query.offset >= located.total) return located;
  }
  const std::uint64_t most =
      saturated_sum(query.offset, query.limit.value_or(std::numeric_limits<std::uint64_t>::max()));
  SortedPart found;
  std::optional<std::uint64_t> counted;
  // With a position both are cheap, and asked at once.
  if (query.offset > kFarOffset) counted = located.total;
  run_parallel(query.position && query.limit && !counted ? 2 : 1, [&](unsigned job) {
    if (job == 0) found = sorted_games(inquiry, query, hits, most);
    if (job == 1) counted = count(inquiry, hits);
  });
  if (found.is_all) counted = found.games.size();
  located.total = counted ? *counted : count(inquiry, hits);
  located.games = page_of(std::move(found.games), query, hits.sort());
  return located;
}

FoundGames find_games(Inquiry& inquiry, const FindQuery& query, unsigned jobs) {
  Located located = locate(inquiry, query, select(inquiry, query, jobs));
  FoundGames found{.total = located.total, .cost = located.cost};
  if (query.position) {
    const Stopwatch watch(found.cost.verify_seconds);
    found.cost.verified = located.games.size();
    verify(inquiry, *query.position, located.games);
    found.total -= found.cost.verified - located.games.size();
  }
  for (const LocatedGame& game : located.games) found.games.push_back(game.found);
  found.listed = found.games.size();
  return found;
}

}  // namespace arbiter::clickhouse
