// Writes a batch to one shard, exactly once.
#pragma once

#include <functional>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/writing/batch_rows.h"
#include "db/model/game_draft.h"

namespace arbiter::clickhouse {

struct BatchPlan {
  const DraftBatch& drafts;
  SentNames& sent;                               // of the batch's shard
  unsigned jobs = 1;                             // the maximum number of threads that sort
  bool was_begun = false;                        // by a program that has ended
  std::function<void(const LedgerBatch&)> note;  // called for each row of the ledger
};

// Writes the batch, with a row of the ledger before and after its games, names, positions and sums.
// Each table gets one block, which is added as a whole or not at all. After a failure, the batch's
// rows are counted before a block is sent again. This works because no other batch has its game
// ids, or its id in `sums`. Returns false if a block of an ended program is incomplete, so that the
// batch must be given up. Throws IoError.
bool write_batch(Cluster& cluster, const BatchPlan& plan, LedgerBatch& batch);

}  // namespace arbiter::clickhouse
