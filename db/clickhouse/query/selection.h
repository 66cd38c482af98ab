// The games of a filter, as conditions for each shard.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "db/clickhouse/cluster/query_session.h"
#include "db/model/game_filter.h"

namespace arbiter::clickhouse {

class Selection {
 public:
  // `among` is a condition for rows of `games`. Tests that SQL cannot express are applied here to
  // the games that match `among` and the other tests. The selection then lists games, with 8 bytes
  // each, and about 20 in SQL.
  Selection(QuerySession& session, const GameFilter& filter, const std::string& among = "1",
            unsigned jobs = 1);

  // Returns whether it has all visible games.
  bool is_everything() const { return !is_listed_ && condition_ == "1"; }

  // Returns whether it lists its games one by one.
  bool is_listed() const { return is_listed_; }

  // Returns a condition for rows of `games`.
  std::string of_games(unsigned shard) const;
  // Returns a condition for rows of `positions` whose games fulfil `among`, a condition for rows of
  // `games`.
  std::string of_postings(unsigned shard, const std::string& among) const;
  // Returns whether that condition reads `games`.
  bool reads_games() const { return !postings_condition_ && !is_listed_; }

  // The number of games whose moves were read.
  std::uint64_t walked() const { return walked_; }

 private:
  void judge(QuerySession& session, const GameFilter& rest, unsigned jobs);

  std::string condition_;
  bool is_listed_ = false;
  std::optional<std::string> postings_condition_;  // for `positions`, if it has all columns
  std::map<unsigned, std::string> lists_;          // by shard, where games are listed
  std::uint64_t walked_ = 0;
};

// The side from which games count: that of the player whom a filter names (white_is_player), or
// White's.
class PlayerSide {
 public:
  PlayerSide(QuerySession& session, const GameFilter& filter, unsigned jobs = 1);

  bool has_player() const { return with_white_.has_value(); }

  // Returns the result of a row of `games` from that side, as column_values.h numbers results.
  std::string result(unsigned shard) const;
  // Returns the condition that White is the player, like Selection::of_postings.
  std::string of_postings(unsigned shard, const std::string& among) const;

 private:
  std::optional<Selection> with_white_;
};

struct CountedGames {
  Selection selection;
  PlayerSide side;

  bool reads_games() const { return selection.reads_games() || side.has_player(); }
};

// Returns a condition for rows of `games`, which games with the positions fulfil. `has_key` is the
// condition for their rows of `positions`. The condition is "1" if most blocks of `games` have such
// a game: a set of them would cost memory, and save nothing.
std::string games_among(QuerySession& session, const std::string& has_key);

}  // namespace arbiter::clickhouse
