// Queries to a snapshot of the shards, which hides open batches and deletions.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"

namespace arbiter::clickhouse {

struct GameRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// The rows of a shard's tables that queries must not see. Their batches and deletions are in
// progress, were interrupted, or were given up.
struct Hidden {
  std::vector<std::uint64_t> batches;    // batches with rows in `sums`
  std::vector<GameRange> games;          // games with rows in `games` and `positions`
  std::vector<std::uint64_t> deletions;  // deletions with rows in `sums` and `dead`
};

// A snapshot of a shard.
struct ShardView {
  unsigned shard = 0;
  std::uint64_t ledger_rows = 0;  // increases before a batch or deletion writes any other row
  Hidden hidden;
};

// Reads the views of all shards concurrently. Returns a view of each shard that responds, by shard
// number.
std::vector<ShardView> read_views(Cluster& cluster);

// Reads a view of one shard. Batches that meet the condition `is_done` count as done.
ShardView read_view(Cluster& cluster, unsigned shard, const std::string& is_done);

// Returns whether no batch was begun or finished since the views were read. If so, all responses in
// between belong to the same snapshot. Otherwise, the queries must be repeated with new views.
bool are_current(Cluster& cluster, const std::vector<ShardView>& views);

// Return the SQL conditions for visible rows, which start with " AND ". The function seen_games()
// is for rows of `games` and `positions`, and excludes deleted games. seen_sums() excludes merged
// sums.
std::string seen_games(const Hidden& hidden);
std::string seen_sums(const Hidden& hidden);

// Placeholders at the end of a WHERE clause, for conditions that exclude deleted games and open
// batches. The first is for rows with a column `game`, and the second for rows of `sums`. Queries
// use the format RowBinary.
inline constexpr std::string_view kSeenGames = "{seen games}";
inline constexpr std::string_view kSeenSums = "{seen sums}";

// Queries to the shards that responded at the start. If one of them fails later, queries throw
// IoError. Several threads may call the functions.
class QuerySession {
 public:
  explicit QuerySession(Cluster& cluster) : cluster_(cluster), views_(read_views(cluster)) {}

  // Returns whether no batch was begun or finished since the start, so that all responses belong to
  // one snapshot.
  bool is_current() { return are_current(cluster_, views_); }

  // Returns the maximum ply of indexed positions, if it is limited.
  std::optional<std::uint32_t> index_plies() const { return cluster_.layout().index_plies; }

  std::vector<unsigned> shards() const;

  // Returns all batches in the shard's ledger.
  std::vector<LedgerBatch> batches(unsigned shard) { return read_batches(cluster_, shard); }

  using SqlOfShard = std::function<std::string(unsigned shard)>;
  std::vector<ShardAnswer> ask_all(const std::string& sql);
  // Runs a different query on each shard. A shard with an empty query is omitted.
  std::vector<ShardAnswer> ask_all(const SqlOfShard& sql_of);
  Answer ask(unsigned shard, const std::string& sql);

  // Pins the snapshot for long queries. After pin(), ask_pinned() queries the state at
  // construction, at the cost of one more query each. Without pin(), it is the same as `ask`.
  void pin();
  Answer ask_pinned(unsigned shard, const std::string& sql);

 private:
  ShardView* view(unsigned shard);
  std::string with_snapshot(unsigned shard, const std::string& sql);
  void exclude_new_batches(unsigned shard);

  Cluster& cluster_;
  std::mutex mutex_;
  std::vector<ShardView> views_;
  std::map<unsigned, std::vector<std::uint64_t>> known_;  // the finished batches of pinned shards
};

}  // namespace arbiter::clickhouse
