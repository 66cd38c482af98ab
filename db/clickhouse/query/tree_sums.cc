#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "db/clickhouse/query/found_games.h"
#include "db/clickhouse/query/game_rows.h"
#include "db/clickhouse/query/selection.h"
#include "db/clickhouse/query/storage_queries.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/column_values.h"
#include "db/model/posting.h"
#include "lib/chess/legal_moves.h"

namespace arbiter::clickhouse {
namespace {

// The maximum number of replayed games.
constexpr std::uint64_t kReplayedGames = 256;

// The maximum number of positions in a query.
constexpr std::size_t kPositionsAtOnce = 400;

// The query for stored sums by key and move.
constexpr std::string_view kReadySums =
    "SELECT key, move, sum(unfinished), sum(white), sum(black), sum(draws), sum(white_elo_sum),"
    " sum(white_elo_games), sum(black_elo_sum), sum(black_elo_games),"
    " tupleElement(sumMap(years, year_games) AS by_year, 1), tupleElement(by_year, 2)"
    " FROM sums WHERE {}{} GROUP BY key, move";

// The query for sums of postings by key and move.
constexpr std::string_view kCounted =
    "SELECT key, move, toInt64(countIf(result = 0)), toInt64(countIf(result = 1)),"
    " toInt64(countIf(result = 2)), toInt64(countIf(result = 3)), toInt64(sum(white_elo)),"
    " toInt64(countIf(white_elo != 0)), toInt64(sum(black_elo)), toInt64(countIf(black_elo != 0)),"
    " groupUniqArray(year) AS all_years, arrayMap(x -> toInt64(1), all_years)"
    " FROM {} GROUP BY key, move";

// The query for the first posting of each game with one of the keys.
constexpr std::string_view kFirstOfGame =
    "(SELECT toUInt64({}) AS key, game, argMin(move_there, ply) AS move, any(r) AS result,"
    " any(we) AS white_elo, any(be) AS black_elo, any(y) AS year FROM (SELECT game, ply,"
    " move AS move_there, result AS r, white_elo AS we, black_elo AS be, year AS y"
    " FROM positions WHERE {}) GROUP BY game)";

// The postings of `{1}` with results from the side of a player, who has White if `{0}` is true.
constexpr std::string_view kFromSide =
    "(SELECT key, move, year, if(w OR r IN (0, 3), r, 3 - r) AS result, if(w, we, be) AS white_elo,"
    " if(w, be, we) AS black_elo FROM (SELECT key, move, year, result AS r, white_elo AS we,"
    " black_elo AS be, ({0}) AS w FROM {1}))";

std::uint64_t first_key(const PositionQuery& position) {
  return static_cast<std::uint64_t>(position.keys().front());
}

// Returns the move with this number in a row; nothing if the number is not a move.
std::optional<std::uint16_t> move_of(std::uint16_t number) {
  return number < 4096 ? move_of_posting(number) : std::nullopt;
}

struct KeySums {
  std::uint64_t key = 0;
  std::optional<MoveSums> sums;
};

KeySums read_sums(RowReader& rows) {
  KeySums read{.key = rows.u64(), .sums = {}};
  const auto move = move_of(rows.u16());
  MoveSums sums;
  for (unsigned number = 0; number < 4; ++number) {
    sums.games[static_cast<std::size_t>(outcome_of(number))] = rows.u64();
  }
  for (std::uint64_t* sum :
       {&sums.white_elo_sum, &sums.white_elo_games, &sums.black_elo_sum, &sums.black_elo_games}) {
    *sum = rows.u64();
  }
  const auto years = rows.numbers<std::uint16_t>();
  const auto games = rows.numbers<std::uint64_t>();
  for (std::size_t i = 0; i < std::min(years.size(), games.size()); ++i) {
    if (games[i] != 0) sums.widen_years(years[i], years[i]);
  }
  if (!move || sums.all_games() == 0) return read;
  sums.next = *move;
  read.sums = sums;
  return read;
}

// Removes moves that are not legal in the position, because they belong to another position with
// the same key.
PositionSums possible_moves(const PositionQuery& position, const PositionSums& sums) {
  PositionSums possible;
  for (const MoveSums& move : sums.moves()) {
    if (may_go_on(position, move.next)) possible.add(move);
  }
  return possible;
}

// A posting, with the values that it adds to sums.
struct Hit {
  std::uint64_t key = 0;
  GameId game{};
  std::uint16_t ply = 0;
  std::uint16_t next = 0;
  GameFacts facts = {};
};

constexpr std::string_view kHits =
    "SELECT key, game, ply, move, result, white_elo, black_elo, year, toUInt8({}) FROM positions"
    " WHERE {}";

// Reads a posting. Returns nothing if its move is invalid.
std::optional<Hit> read_hit(RowReader& rows) {
  Hit hit{.key = rows.u64(), .game = GameId{rows.i64()}};
  hit.ply = rows.u16();
  const auto move = move_of(rows.u16());
  hit.facts.result = outcome_of(rows.u8());
  hit.facts.white_elo = rows.u16();
  hit.facts.black_elo = rows.u16();
  hit.facts.year = rows.u16();
  if (rows.u8() == 0) hit.facts = swapped(hit.facts);
  if (!move) return std::nullopt;
  hit.next = *move;
  return hit;
}

// Keeps the first hit of each game.
void keep_first_hits(std::vector<Hit>& hits) {
  std::ranges::sort(hits, {}, [](const Hit& hit) { return std::pair(hit.game, hit.ply); });
  const auto rest = std::ranges::unique(hits, {}, &Hit::game);
  hits.erase(rest.begin(), rest.end());
}

// The sums of the moves played in positions. A game counts once, with the move that it played at
// the first occurrence. The games of rare positions are replayed, so that the result is exact.
class TreeSums {
 public:
  TreeSums(QuerySession& session, const CountedGames& games)
      : session_(session),
        selection_(games.selection),
        side_(games.side),
        reads_games_(games.reads_games()) {}

  // Reads the sums of many positions, with two to four queries to each shard.
  void learn(std::span<const PositionQuery> positions) {
    for (; !positions.empty();
         positions = positions.subspan(std::min(positions.size(), kPositionsAtOnce))) {
      const auto some = positions.first(std::min(positions.size(), kPositionsAtOnce));
      const auto with_several = choose_keys(some);
      std::vector<std::uint64_t> keys;
      for (const auto& [first, key] : keys_) keys.push_back(key);
      Sums found = sums_of(keys);
      for (const auto& [first, key] : keys_) sums_[first] = std::move(found[key]);
      for (const PositionQuery* position : with_several) {
        sums_[first_key(*position)] = sums_of_games(*position);
      }
      replay(some);
      for (const PositionQuery& position : some) {
        PositionSums& sums = sums_[first_key(position)];
        sums = possible_moves(position, sums);
      }
    }
  }

  // Returns the sums of a position that learn() has read.
  const PositionSums& at(const PositionQuery& position) const {
    return sums_.at(first_key(position));
  }

 private:
  using Sums = std::unordered_map<std::uint64_t, PositionSums>;  // sums by key

  // Conditions for rows of `positions` with certain keys, and for rows of `games` that may have
  // them.
  struct Keys {
    std::string condition;
    std::string games;
  };
  Keys keys_in(std::string condition) {
    std::string games = reads_games_ ? games_among(session_, condition) : "1";
    return {std::move(condition), std::move(games)};
  }

  // Returns the condition for visible postings of the selection with one of the keys.
  std::string postings_of(const Keys& keys, unsigned shard) const {
    if (selection_.is_everything()) return keys.condition + std::string(kSeenGames);
    return fmt::format("{} AND {}{}", keys.condition, selection_.of_postings(shard, keys.games),
                       kSeenGames);
  }

  // Returns rows of postings for FROM, with results and ratings from the counted side.
  std::string from_side(std::string postings, const Keys& keys, unsigned shard) const {
    if (!side_.has_player()) return postings;
    return fmt::format(kFromSide, side_.of_postings(shard, keys.games), postings);
  }

  // Chooses the key of each position among those for its possible castling rights. Returns the
  // positions that occur with several keys.
  std::vector<const PositionQuery*> choose_keys(std::span<const PositionQuery> positions) {
    keys_.clear();
    std::vector<std::uint64_t> unsure;
    for (const PositionQuery& position : positions) {
      if (position.keys().size() == 1) {
        keys_[first_key(position)] = first_key(position);
        continue;
      }
      for (const PositionKey key : position.keys())
        unsure.push_back(static_cast<std::uint64_t>(key));
    }
    std::vector<const PositionQuery*> with_several;
    if (unsure.empty()) return with_several;
    std::unordered_set<std::uint64_t> existing;
    const auto sql =
        fmt::format("SELECT DISTINCT key FROM positions WHERE {}", in_list("key", unsure));
    for_each_row(session_.ask_all(sql), [&](RowReader& rows) { existing.insert(rows.u64()); });
    for (const PositionQuery& position : positions) {
      if (position.keys().size() == 1) continue;
      std::vector<std::uint64_t> keys;
      for (const PositionKey key : position.keys()) {
        if (existing.contains(static_cast<std::uint64_t>(key))) {
          keys.push_back(static_cast<std::uint64_t>(key));
        }
      }
      if (keys.size() > 1) with_several.push_back(&position);
      if (keys.size() == 1) keys_[first_key(position)] = keys.front();
      if (keys.empty()) sums_[first_key(position)] = {};
    }
    return with_several;
  }

  Sums sums_of(const std::vector<std::uint64_t>& keys) {
    Sums sums;
    if (keys.empty()) return sums;
    const std::string has_key = in_list("key", keys);
    const Keys conditions = keys_in(has_key);
    const auto answers = session_.ask_all([&](unsigned shard) {
      const bool uses_sums = selection_.is_everything() && !side_.has_player();
      const std::string postings =
          fmt::format("positions WHERE {}{}", uses_sums ? "summed = 0 AND " : "",
                      postings_of(conditions, shard));
      const std::string counted = fmt::format(kCounted, from_side(postings, conditions, shard));
      return uses_sums ? fmt::format("{} UNION ALL {}", fmt::format(kReadySums, has_key, kSeenSums),
                                     counted)
                       : counted;
    });
    for_each_row(answers, [&](RowReader& rows) {
      const KeySums read = read_sums(rows);
      if (read.sums) sums[read.key].add(*read.sums);
    });
    return sums;
  }

  PositionSums sums_of_games(const PositionQuery& position) {
    PositionSums sums;
    const Keys keys = keys_in(has_key(position));
    const auto answers = session_.ask_all([&](unsigned shard) {
      const std::string postings =
          fmt::format(kFirstOfGame, first_key(position), postings_of(keys, shard));
      return fmt::format(kCounted, from_side(postings, keys, shard));
    });
    for_each_row(answers, [&](RowReader& rows) {
      const KeySums read = read_sums(rows);
      if (read.sums) sums.add(*read.sums);
    });
    return sums;
  }

  // Counts the games of rare positions again, by replaying their moves.
  void replay(std::span<const PositionQuery> positions) {
    // The rare positions, indexed by each of their keys.
    std::unordered_map<std::uint64_t, const PositionQuery*> rare;
    std::vector<std::uint64_t> keys;
    for (const PositionQuery& position : positions) {
      PositionSums& sums = sums_[first_key(position)];
      const std::uint64_t games = sums.all_games();
      if (games == 0 || games > kReplayedGames) continue;
      sums = {};
      for (const PositionKey key : position.keys()) {
        rare.emplace(static_cast<std::uint64_t>(key), &position);
        keys.push_back(static_cast<std::uint64_t>(key));
      }
    }
    if (keys.empty()) return;
    const std::string has_key = in_list("key", keys);
    const Keys conditions{has_key,
                          fmt::format("game IN (SELECT game FROM positions WHERE {})", has_key)};
    const auto postings = session_.ask_all([&](unsigned shard) {
      return fmt::format(kHits, side_.of_postings(shard, conditions.games),
                         postings_of(conditions, shard));
    });
    const auto games = session_.ask_all([&](unsigned shard) {
      return fmt::format("SELECT {} FROM games WHERE {} AND {}{}", row_columns({.moves = true}),
                         conditions.games, selection_.of_games(shard), kSeenGames);
    });
    std::unordered_map<GameId, GameRow> rows;
    for_each_row(games, [&](RowReader& reader) {
      const GameRow row = read_row(reader);
      rows.emplace(row.id, row);
    });
    std::map<const PositionQuery*, std::vector<Hit>> by_position;
    for_each_row(postings, [&](RowReader& reader) {
      if (const auto hit = read_hit(reader)) by_position[rare.at(hit->key)].push_back(*hit);
    });
    for (auto& [position, hits] : by_position) {
      keep_first_hits(hits);
      for (const Hit& hit : hits) {
        const auto row = rows.find(hit.game);
        if (row == rows.end() || !occurs_at(row->second, hit.ply, *position)) continue;
        sums_[first_key(*position)].add(hit.next, hit.facts);
      }
    }
  }

  QuerySession& session_;
  const Selection& selection_;
  const PlayerSide& side_;
  bool reads_games_;
  // The chosen key, indexed by the first key of the position.
  std::unordered_map<std::uint64_t, std::uint64_t> keys_;
  Sums sums_;  // indexed by the first key of the position
};

// Returns the positions after moves that enough games have played.
std::vector<PositionQuery> positions_after(const std::vector<PositionQuery>& level,
                                           const TreeSums& sums, std::uint64_t min_games) {
  std::vector<PositionQuery> next;
  std::unordered_set<std::uint64_t> known;
  for (const PositionQuery& at : level) {
    for (const MoveSums& move : sums.at(at).moves()) {
      if (move.next == 0 || move.all_games() < min_games) continue;
      const Move played = Move::from_bits(move.next);
      if (!is_legal(at.position(), played)) continue;
      Position position = at.position();
      position.play(played);
      PositionQuery query(position, at.rights());
      if (known.insert(first_key(query)).second) next.push_back(std::move(query));
    }
  }
  return next;
}

}  // namespace

TreeNode tree_of(QuerySession& session, const TreeQuery& query, unsigned jobs) {
  const std::string among = query.depth == 1 ? games_with(query.root) : "1";
  const CountedGames games{Selection(session, query.filter, among, jobs),
                           PlayerSide(session, query.filter, jobs)};
  TreeSums sums(session, games);
  std::vector<PositionQuery> level = {query.root};
  for (unsigned depth = 1; !level.empty(); ++depth) {
    sums.learn(level);
    if (depth == query.depth) break;
    level = positions_after(level, sums, query.min_games);
  }
  return grow_tree(query, [&](const PositionQuery& position) { return sums.at(position); });
}

}  // namespace arbiter::clickhouse
