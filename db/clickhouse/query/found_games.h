// Searches for games in a cluster.
// The sort order of games, in SQL and when the results of shards are merged.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/query/selection.h"
#include "db/clickhouse/wire/row_reader.h"
#include "db/model/storage.h"

namespace arbiter::clickhouse {

// A game and its shard.
struct LocatedGame {
  FoundGame found;
  unsigned shard = 0;
};

struct Located {
  std::uint64_t total = 0;         // games that match
  std::vector<LocatedGame> games;  // from the offset to the limit, not replayed
  FindCost cost;
};

// Returns the games of the query's filter. Tests that SQL cannot express are applied only to games
// with the position.
Selection select(QuerySession& session, const FindQuery& query, unsigned jobs);

// Returns the games of find_games() before they are replayed.
Located locate(QuerySession& session, const FindQuery& query, const Selection& selection);

// Returns the SQL condition for postings of a position: "key = 5" or "key IN (5,7)".
std::string has_key(const PositionQuery& position);
// Returns the SQL condition for games that have such a posting.
std::string games_with(const PositionQuery& position);

// 0 and an empty text are unknown.
struct SortValue {
  std::uint64_t number = 0;
  std::string text = {};

  bool is_known() const { return number != 0 || !text.empty(); }
  auto operator<=>(const SortValue&) const = default;
};

// A SELECT of sorted games.
class SortSql {
 public:
  explicit SortSql(std::span<const SortOrder> order) : order_(order) {}

  // Returns the columns of `games` that it uses, without `game` and `ply`: "date, white_elo".
  std::string columns() const;
  // Returns whether `positions` has all of them.
  bool is_in_positions() const;

  // Sorts `rows`, a SELECT of game, ply and columns(). The result has game, ply, and a value for
  // each order, for the first `max` games. They are sorted by these values, then by the game.
  std::string sorted(const std::string& rows, std::uint64_t max) const;

  // Reads the values of a row.
  std::vector<SortValue> read(RowReader& rows) const;

  // Compares two games by their values.
  std::strong_ordering compare(const std::vector<SortValue>& one,
                               const std::vector<SortValue>& other) const;

 private:
  std::span<const SortOrder> order_;
};

}  // namespace arbiter::clickhouse
