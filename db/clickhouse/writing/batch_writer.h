// A batch into one shard, exactly once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/writing/batch_rows.h"
#include "db/model/game_draft.h"

namespace arbiter::clickhouse {

// A row in the ledger says that the batch begins, then come its games, names, positions and sums,
// then a row that says that it is done. Each table gets one block, which is added as a whole or not
// at all. Where it is unknown whether a block came, its rows are counted before it is sent again:
// the ledger's numbers of games, and of the batch in `sums`, are in no other batch.
class BatchWriter {
 public:
  // `sent` are the names of the batch's shard.
  BatchWriter(Cluster& cluster, SentNames& sent, unsigned jobs);

  // Whether a batch of this kind was begun before, by a program that is gone.
  enum class Start { New, Again };

  // Adds the batch, and its rows to the ledger, each of which is then noted. False: a program that
  // is gone has added a part of a block, so that the batch has to be given up. Throws IoError.
  bool write(const DraftBatch& drafts, LedgerBatch& batch, Start start,
             const std::function<void(const LedgerBatch&)>& note);

 private:
  struct Rows {
    std::string_view table;
    const NativeBlock& block;
    std::string count;  // the question how many of them are there
  };
  bool put(const LedgerBatch& batch, const Rows& rows, Start start);
  void put_names(const DraftBatch& drafts, unsigned shard);

  Cluster& cluster_;
  SentNames& sent_;
  unsigned jobs_;
};

}  // namespace arbiter::clickhouse
