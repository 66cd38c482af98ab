// Writes a batch to one shard, exactly once.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/wire/native_block.h"
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

// Rows of a batch for one table.
struct BatchRows {
  std::string_view table;
  const NativeBlock& block;
  std::string condition;   // for the rows in its sums (ProvedRows)
  bool may_exist = false;  // a program that has ended may have inserted them
};

// Inserts a block of a batch, and reads it back. This works because no other batch has its game
// ids, or its id in `sums`. Returns the fault if the table has other rows than these, like two
// copies; then the batch must be given up. Throws IoError.
std::optional<std::string> put_rows(Cluster& cluster, const LedgerBatch& batch,
                                    const BatchRows& rows);

// Writes the batch, with a row of the ledger before and after its games, names, positions and sums.
// Each table gets one block, which is added as a whole or not at all. Returns the fault if the
// batch must be given up. Throws IoError.
std::optional<std::string> write_batch(Cluster& cluster, const BatchPlan& plan, LedgerBatch& batch);

// The number of batches with the same rows that are given up, before the fault is an error.
inline constexpr int kMaxGivenUp = 3;

}  // namespace arbiter::clickhouse
