// The games that a filter means, as conditions for each shard.
#pragma once

#include <map>
#include <string>

#include "db/clickhouse/query/inquiry.h"
#include "db/model/game_filter.h"

namespace arbiter::clickhouse {

class Selection {
 public:
  // What SQL cannot say of the filter is judged here, of the games that have the rest of it and
  // `among`, a condition of rows of `games`. Then the selection lists games: 8 bytes each, and
  // about 20 in SQL.
  Selection(Inquiry& inquiry, const GameFilter& filter, const std::string& among = "1",
            unsigned jobs = 1);

  // All games that are to be seen.
  bool is_everything() const { return !is_listed_ && condition_ == "1"; }

  // It lists its games one by one.
  bool is_listed() const { return is_listed_; }

  // A condition of rows of `games`.
  std::string of_games(unsigned shard) const;
  // The same of rows of `positions` that have one of the keys: `has_key` is that condition.
  std::string of_postings(unsigned shard, const std::string& has_key) const;

  // Games that were judged by their moves.
  std::uint64_t walked() const { return walked_; }

 private:
  void judge(Inquiry& inquiry, const GameFilter& rest, unsigned jobs);

  std::string condition_;
  bool is_listed_ = false;
  bool is_in_postings_ = false;            // `positions` has all columns of condition_
  std::map<unsigned, std::string> lists_;  // by shard, where games are listed
  std::uint64_t walked_ = 0;
};

}  // namespace arbiter::clickhouse
