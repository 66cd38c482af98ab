// Sources and batches into a cluster.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/writing/batch_rows.h"
#include "db/clickhouse/writing/batch_writer.h"
#include "db/clickhouse/writing/source_table.h"
#include "db/model/ids.h"
#include "db/model/source.h"

namespace arbiter::db::clickhouse::writing {

// Writes batches as Storage::append() asks, and knows what the ledger says as long as no other
// program writes to it. A source is read by one program at a time; different ones by as many as
// like.
class ClusterWriting {
 public:
  // `cluster` stays the caller's. Sorts on up to `jobs` threads.
  ClusterWriting(Cluster& cluster, unsigned jobs);

  SourceRecords sources();
  // Those that were not forgotten.
  std::vector<SourceRecord> source_list();

  // Throws IoError if another program has added a file of that name that is not in source_list() as
  // it was.
  SourceId add_source(const SourceFile& file);
  void reopen_source(SourceId source, const SourceFile& file);
  // From now on it has never been read.
  void forget_source(SourceId source);

  // As Storage::append().
  GameId append(DraftBatch& batch, std::span<const SourceMark> marks);

  // As it is now.
  const Ledger& ledger();

 private:
  void refresh();
  bool is_added_by_another(const SourceRow& mine);
  SourceRow& row_of(SourceId source);
  SourceMark mark_of(SourceId source);
  void write(const DraftBatch& batch, std::span<const SourceMark> marks, std::uint64_t content);
  std::optional<LedgerBatch> begun_before(std::span<const SourceMark> marks, std::uint64_t content);
  LedgerBatch new_batch(std::span<const SourceMark> marks, std::uint64_t content);
  void give_up(LedgerBatch batch);

  Cluster& cluster_;
  unsigned jobs_;
  std::vector<SentNames> sent_;  // by shard
  std::optional<Ledger> ledger_;
  std::vector<SourceRow> rows_;
  std::vector<SourceId> told_;  // those that the caller knows of
};

}  // namespace arbiter::db::clickhouse::writing
