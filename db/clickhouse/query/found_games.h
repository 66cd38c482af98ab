// Searches for games in a cluster, and their sort order, in SQL and when merging the results of
// shards.
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
  std::uint64_t total = 0;         // total number of matching games
  std::vector<LocatedGame> games;  // the games between offset and limit, not yet replayed
  FindCost cost;
};

// Returns the games that match the query's filter. Tests that SQL cannot express are applied only
// to games with the position.
Selection select(QuerySession& session, const FindQuery& query, unsigned jobs);

// Returns the result of find_games() before games are replayed.
Located locate(QuerySession& session, const FindQuery& query, const Selection& selection);

// Returns the SQL condition for the postings of a position, such as "key = 5" or "key IN (5,7)".
std::string has_key(const PositionQuery& position);
// Returns the SQL condition for games that have a posting of the position.
std::string games_with(const PositionQuery& position);

// A sort value; 0 and an empty string are unknown.
struct SortValue {
  std::uint64_t number = 0;
  std::string text = {};

  bool is_known() const { return number != 0 || !text.empty(); }
  auto operator<=>(const SortValue&) const = default;
};

// The SQL that sorts games.
class SortSql {
 public:
  explicit SortSql(std::span<const SortOrder> order) : order_(order) {}

  // Returns the columns of `games` for the sort order, other than `game` and `ply`, such as "date,
  // white_elo".
  std::string columns() const;
  // Returns whether `positions` has all of these columns.
  bool is_in_positions() const;

  // Returns a SELECT of the first `max` games of `rows`, which is a SELECT of game, ply and
  // columns(). The result has game, ply, and a value for each sort order. It is sorted by these
  // values, and then by game.
  std::string sorted(const std::string& rows, std::uint64_t max) const;

  std::vector<SortValue> read(RowReader& rows) const;

  // Compares two games by their sort values.
  std::strong_ordering compare(const std::vector<SortValue>& one,
                               const std::vector<SortValue>& other) const;

 private:
  std::span<const SortOrder> order_;
};

}  // namespace arbiter::clickhouse
