// Writes sources and batches to a cluster.
// Source files: the table `sources` of the first shard.
// Locks of the programs that write: the table `locks` of the first shard.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/ledger.h"
#include "db/clickhouse/writing/batch_writer.h"
#include "db/model/ids.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {

struct SourceRow {
  SourceId source{};
  std::uint32_t version = 0;  // the number of changes
  SourceFile file;
  bool is_forgotten = false;
};

// Returns the last version of each source by ascending id, including forgotten ones.
std::vector<SourceRow> read_sources(Cluster& cluster);

// Adds the same version of rows with consecutive ids.
void write_sources(Cluster& cluster, std::span<const SourceRow> rows);

// The locks of one program, until this is destroyed. A program adds a row for each lock, then looks
// for rows of others. If two programs add rows for the same lock, at least the later one sees the
// other, and gives up. Locks of programs that have ended (writer_name.h) are free. Rows that arrive
// twice or late change nothing, because the row with the highest version counts.
class Locks {
 public:
  // The lock for deletions. The lock of a source is its number.
  static constexpr std::uint32_t kDeletion = 0xffffffff;
  // The lock for new sources, which programs hold for a moment.
  static constexpr std::uint32_t kNewSources = 0xfffffffe;
  // The lock for merges of sums.
  static constexpr std::uint32_t kMerges = 0xfffffffd;

  explicit Locks(Cluster& cluster);
  Locks(const Locks&) = delete;
  Locks& operator=(const Locks&) = delete;
  ~Locks();

  // Acquires the locks that it does not hold. Returns false if it holds all of them. Throws IoError
  // if another program that may still run holds one. `doing` describes that: "reading the same
  // file".
  bool take(std::span<const std::uint32_t> locks, std::string_view doing);
  // Acquires a lock that it does not hold, unless another program holds it. Returns whether it has
  // the lock now.
  bool try_take(std::uint32_t lock);

  // Acquires a lock that other programs hold for a moment. Waits up to a minute for it. A program
  // of another machine that holds it for longer loses it.
  void wait_for(std::uint32_t lock, std::string_view doing);
  // Throws IoError if this program may have lost that lock.
  void check_moment();
  bool holds(std::uint32_t lock) const { return held_.contains(lock); }
  void release(std::uint32_t lock);

  // Writes its rows again once a minute, so that other machines see that this program runs.
  void keep();

 private:
  // Returns the seconds since 1970 by the clock of a server of the first shard, because those of
  // clients may differ.
  std::uint64_t now();
  void write(std::span<const std::uint32_t> locks, bool is_held);
  void release(std::span<const std::uint32_t> locks);
  std::string take_free(std::span<const std::uint32_t> locks);
  std::string other_holder(std::span<const std::uint32_t> locks, std::uint64_t timeout);

  Cluster& cluster_;
  std::uint64_t holder_;
  std::optional<std::int64_t> ahead_;  // seconds of the server's clock before this machine's
  std::uint32_t version_ = 0;
  std::uint64_t written_at_ = 0;  // in seconds since 1970
  std::uint64_t moment_ = 0;      // when wait_for() returned, in seconds since 1970
  std::set<std::uint32_t> held_;
};

// Implements Storage::append() and the functions about sources. Caches the ledger until another
// program writes to it. Only one program may read a source at a time, and only one may delete games
// (cluster_writing.h).
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
