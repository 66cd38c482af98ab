// A question to the shards of a cluster, as they are at one moment.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"

namespace arbiter::clickhouse {

// Where the SQL of a question has kSeenGames, conditions follow that leave out deleted games and
// batches under way: of rows that have a column `game`, at the end of a WHERE. kSeenSums is the
// same for rows of `sums`. Answers are RowBinary.
inline constexpr std::string_view kSeenGames = "{seen games}";
inline constexpr std::string_view kSeenSums = "{seen sums}";

// Asks the shards that answered when it began; one that fails afterwards is an IoError. Functions
// may be called by several threads.
class Inquiry {
 public:
  explicit Inquiry(Cluster& cluster);

  // Nothing was begun or finished meanwhile: the answers are of one moment.
  bool is_current() { return are_current(cluster_, views_); }

  // The deepest ply whose positions can be found; nothing: all can.
  std::optional<std::uint32_t> index_plies() const { return cluster_.layout().index_plies; }

  // The numbers of the shards that are asked.
  std::vector<unsigned> shards() const;

  using SqlOfShard = std::function<std::string(unsigned shard)>;
  std::vector<ShardAnswer> ask_all(const std::string& sql);
  // A question of its own for each shard; an empty one is not asked.
  std::vector<ShardAnswer> ask_all(const SqlOfShard& sql_of);
  Answer ask(unsigned shard, const std::string& sql);

  // For questions that take long: after pin(), ask_pinned() answers as the shards were when this
  // began, whatever is added or deleted meanwhile, with one more question for each. Without it, it
  // is ask().
  void pin();
  Answer ask_pinned(unsigned shard, const std::string& sql);

 private:
  std::string filled(unsigned shard, const std::string& sql) const;
  void hide_news(unsigned shard);

  Cluster& cluster_;
  mutable std::mutex mutex_;  // of the views
  std::vector<ShardView> views_;
  std::map<unsigned, std::vector<std::uint64_t>> known_;  // batches by shard, where it is pinned
};

// "white IN (1,2)"; of very many as a subquery; "0" for none.
std::string in_list(std::string_view column, std::span<const std::uint64_t> numbers);

}  // namespace arbiter::clickhouse
