// Writes sources and batches to a cluster.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/writing/batch_rows.h"
#include "db/clickhouse/writing/batch_writer.h"
#include "db/clickhouse/writing/locks.h"
#include "db/clickhouse/writing/source_table.h"
#include "db/model/ids.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {

// Implements Storage::append() and the functions about sources. Caches the ledger until another
// program writes to it. Only one program may read a source at a time, and only one may delete games
// (locks.h).
class ClusterWriting {
 public:
  // `cluster` must outlive this. Sorts on up to `jobs` threads.
  ClusterWriting(Cluster& cluster, unsigned jobs);

  SourceRecords sources();
  // Returns the sources that were not forgotten.
  std::vector<SourceRecord> source_list();

  // Adds a file. The next call of another function writes all files that were added, at once. A
  // file that another program has added since source_list() keeps its id. Throws IoError if it had
  // another size or time.
  SourceId add_source(const SourceFile& file);
  void reopen_source(SourceId source, const SourceFile& file);
  // Marks a source as never read.
  void forget_source(SourceId source);

  // Hides the rows of a batch for ever.
  void give_up(LedgerBatch batch);
  const SourceFile& file_of(SourceId source) { return row_of(source).file; }

  // Implements Storage::append(). Throws IoError if a source was forgotten meanwhile.
  GameId append(DraftBatch& batch, std::span<const SourceMark> marks);

  // Returns the current ledger.
  const Ledger& ledger();

  // Prevents other programs from reading these sources, or from deleting games. Throws IoError if
  // one does already.
  void lock(std::span<const SourceId> sources);
  void lock_deletions();

  // Prevents other programs from merging sums. Throws IoError if one does already.
  void lock_merges();
  // Returns false instead.
  bool try_lock_merges() { return locks_.try_take(Locks::kMerges); }
  void unlock_merges() { locks_.release(Locks::kMerges); }
  // Called again and again while work takes long (Locks::keep).
  void keep_locks() { locks_.keep(); }

 private:
  void refresh();
  void write_added();
  std::optional<SourceId> added_by_another(const SourceFile& file) const;
  bool is_unread_double(const SourceRow& row) const;
  SourceRow& row_of(SourceId source);
  SourceMark mark_of(SourceId source);
  std::optional<LedgerBatch> begun_before(std::span<const SourceMark> marks, std::uint64_t content);
  LedgerBatch new_batch(std::span<const SourceMark> marks, std::uint64_t content);

  Cluster& cluster_;
  Locks locks_;
  unsigned jobs_;
  std::vector<SentNames> sent_;  // by shard
  std::optional<Ledger> ledger_;
  std::vector<SourceRow> rows_;
  std::vector<SourceId> listed_;  // by source_list()
  std::vector<SourceRow> added_;  // not yet written; the lock for new sources is held
};

}  // namespace arbiter::clickhouse
