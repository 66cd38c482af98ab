// Queries to the shards of a cluster as they are at one moment.
// The contents of shards at one moment, without open batches and deletions.
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

// A range of game ids with inclusive ends.
struct GameRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// The rows in a shard's tables that queries must not see. Their batches and deletions are in
// progress, were interrupted or were given up.
struct Hidden {
  std::vector<std::uint64_t> batches;    // with rows in `sums`
  std::vector<GameRange> games;          // their rows in `games` and `positions`
  std::vector<std::uint64_t> deletions;  // with rows in `sums` and `dead`
};

// A shard at one moment.
struct ShardView {
  unsigned shard = 0;
  std::uint64_t ledger_rows = 0;  // grows before any row of a batch or deletion is written
  Hidden hidden;
};

// Returns a view of each shard that responds, by shard number. They are read concurrently.
std::vector<ShardView> read_views(Cluster& cluster);

// Returns a view of one shard in which the batches with the condition are done.
ShardView read_view(Cluster& cluster, unsigned shard, const std::string& is_done);

// Returns whether no batch was begun or finished since the views. If so, responses to queries in
// between are of that moment. Otherwise, run the queries again with new views.
bool are_current(Cluster& cluster, const std::vector<ShardView>& views);

// These return the conditions for visible rows, which start with " AND ". The first one is for rows
// of `games` and `positions`, and excludes deleted games. The second one excludes merged sums.
std::string seen_games(const Hidden& hidden);
std::string seen_sums(const Hidden& hidden);

// Placeholders at the end of a WHERE. Conditions that exclude deleted games and open batches
// replace them. kSeenGames is for rows with a column `game`, and kSeenSums for rows of `sums`. The
// format of queries is RowBinary.
inline constexpr std::string_view kSeenGames = "{seen games}";
inline constexpr std::string_view kSeenSums = "{seen sums}";

// Queries the shards that responded at the start. A shard that fails afterwards is an IoError.
// Functions may be called by several threads.
class QuerySession {
 public:
  explicit QuerySession(Cluster& cluster) : cluster_(cluster), views_(read_views(cluster)) {}

  // Returns whether no batch was begun or finished since, so that all responses are of one moment.
  bool is_current() { return are_current(cluster_, views_); }

  // The maximum ply of positions that can be found, if it is limited.
  std::optional<std::uint32_t> index_plies() const { return cluster_.layout().index_plies; }

  // The numbers of the shards that are queried.
  std::vector<unsigned> shards() const;

  // Returns all batches of the shard's ledger.
  std::vector<LedgerBatch> batches(unsigned shard) { return read_batches(cluster_, shard); }

  using SqlOfShard = std::function<std::string(unsigned shard)>;
  std::vector<ShardAnswer> ask_all(const std::string& sql);
  // Runs a different query on each shard, and none where it is empty.
  std::vector<ShardAnswer> ask_all(const SqlOfShard& sql_of);
  Answer ask(unsigned shard, const std::string& sql);

  // Pins the snapshot for long queries. After pin(), responses of ask_pinned() have the state at
  // construction, and take one more query each. Without pin(), it equals `ask`.
  void pin();
  Answer ask_pinned(unsigned shard, const std::string& sql);

 private:
  ShardView* view(unsigned shard);
  std::string with_snapshot(unsigned shard, const std::string& sql);
  void exclude_new_batches(unsigned shard);

  Cluster& cluster_;
  std::mutex mutex_;  // of the views
  std::vector<ShardView> views_;
  std::map<unsigned, std::vector<std::uint64_t>> known_;  // finished batches of pinned shards
};

}  // namespace arbiter::clickhouse
