// Integrity checks of a cluster: ledger, rows, and replayed games.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/cluster/query_session.h"
#include "db/model/storage.h"

namespace arbiter::clickhouse {

struct ClusterCheck {
  IntegrityTotals totals;
  // The batches whose games or positions differ from the rows that were sent.
  std::vector<LedgerBatch> damaged;
};

// Compares the ledger with its batches, and games with their names. Replays each game and compares
// it with its row and positions, and compares positions with sums. Reads all data once, and uses
// about 100 MB per million games.
ClusterCheck check_cluster(QuerySession& session, const IntegrityOptions& options,
                           IntegrityListener& listener);

class CheckLog {
 public:
  explicit CheckLog(IntegrityListener& listener) : listener_(listener) {}

  void report(IntegrityPart part, std::string what, std::optional<GameId> game = {}) {
    ++totals_.faults;
    if (game) games_.push_back(static_cast<std::uint64_t>(number_of(*game)));
    listener_.on_fault({part, game, std::move(what)});
  }
  // Returns the games with reported problems.
  const std::vector<std::uint64_t>& games() const { return games_; }
  void progress() { listener_.on_progress(totals_.games); }
  IntegrityTotals& totals() { return totals_; }

 private:
  IntegrityListener& listener_;
  IntegrityTotals totals_;
  std::vector<std::uint64_t> games_;
};

using GamesByShard = std::map<unsigned, std::uint64_t>;

// Replays all games. Returns the number of checked games for each shard.
GamesByShard check_games(QuerySession& session, unsigned jobs, CheckLog& log);

}  // namespace arbiter::clickhouse
