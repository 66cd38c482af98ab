// The games selected by a filter, as SQL conditions for each shard.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "db/clickhouse/cluster/query_session.h"
#include "db/model/game_filter.h"

namespace arbiter::clickhouse {

class Selection {
 public:
  // Selects games. `among` is a condition for rows of `games`. Tests that SQL cannot express are
  // applied by this program to the games that match `among` and the other tests. The selection then
  // lists its games: 8 bytes each, and about 20 in SQL.
  Selection(QuerySession& session, const GameFilter& filter, const std::string& among = "1",
            unsigned jobs = 1);

  // Returns whether all visible games are selected.
  bool is_everything() const { return !is_listed_ && condition_ == "1"; }

  bool is_listed() const { return is_listed_; }

  std::string of_games(unsigned shard) const;
  // Returns the condition for rows of `positions` whose games meet `among`, a condition for rows of
  // `games`.
  std::string of_postings(unsigned shard, const std::string& among) const;
  // Returns whether the condition of of_postings() reads `games`.
  bool reads_games() const { return !postings_condition_ && !is_listed_; }

  // Returns the number of games whose moves were read.
  std::uint64_t walked() const { return walked_; }

 private:
  void judge(QuerySession& session, const GameFilter& rest, unsigned jobs);

  std::string condition_;
  bool is_listed_ = false;
  // The condition for `positions`, if that table has all columns.
  std::optional<std::string> postings_condition_;
  std::map<unsigned, std::string> lists_;  // lists of games by shard, if games are listed
  std::uint64_t walked_ = 0;
};

// The side whose results are counted: the player of a filter (white_is_player), or White.
class PlayerSide {
 public:
  PlayerSide(QuerySession& session, const GameFilter& filter, unsigned jobs = 1);

  bool has_player() const { return with_white_.has_value(); }

  // Returns an SQL expression for the result from this side, as a number of column_values.h, for
  // rows of `games`.
  std::string result(unsigned shard) const;
  // Returns the condition that White is the player, in the form of Selection::of_postings().
  std::string of_postings(unsigned shard, const std::string& among) const;

 private:
  std::optional<Selection> with_white_;
};

struct CountedGames {
  Selection selection;
  PlayerSide side;

  bool reads_games() const { return selection.reads_games() || side.has_player(); }
};

// Returns a condition for rows of `games` that is true for all games with the positions. `has_key`
// is the condition for rows of `positions`. Returns "1" if most blocks of `games` contain a match,
// because a set of games would then need memory without saving reads.
std::string games_among(QuerySession& session, const std::string& has_key);

}  // namespace arbiter::clickhouse
