// Writes sources and batches to a cluster. The first shard contains the tables `sources` and
// `locks`.
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
  std::uint32_t version = 0;  // number of changes to the source
  SourceFile file;
  bool is_forgotten = false;
};

// Returns the latest version of each source in ascending order of the ids, including forgotten
// sources.
std::vector<SourceRow> read_sources(Cluster& cluster);

// Adds rows with consecutive ids, all with the same version.
void write_sources(Cluster& cluster, std::span<const SourceRow> rows);

// The locks of one program, which the destructor releases. A program adds a row for each lock, and
// then reads the rows of others. If two programs add rows for the same lock, at least the later one
// sees the other and gives up. Locks of programs that have ended (batch_writer.h) are free.
// Duplicate or late rows change nothing, because only the row with the highest version counts.
class Locks {
 public:
  // The number of the lock for deletions. The lock of a source has the number of the source.
  static constexpr std::uint32_t kDeletion = 0xffffffff;
  // The number of the lock for new sources, which programs hold only briefly.
  static constexpr std::uint32_t kNewSources = 0xfffffffe;
  // The number of the lock for merging the sums of batches.
  static constexpr std::uint32_t kMerges = 0xfffffffd;

  explicit Locks(Cluster& cluster);
  Locks(const Locks&) = delete;
  Locks& operator=(const Locks&) = delete;
  ~Locks();

  // Acquires the locks that this program does not hold yet. Returns false if it already holds all
  // of them. Throws IoError if another program that may be running holds one. `doing` describes its
  // activity, such as "reading the same file".
  bool take(std::span<const std::uint32_t> locks, std::string_view doing);
  // Acquires a lock, unless another program holds it. Returns whether this program holds it now.
  bool try_take(std::uint32_t lock);

  // Acquires a lock that programs hold only briefly, and waits up to a minute for it. A program on
  // another machine that holds it longer loses it.
  void wait_for(std::uint32_t lock, std::string_view doing);
  // Throws IoError if this program may have lost the lock of wait_for().
  void check_moment();
  bool holds(std::uint32_t lock) const { return held_.contains(lock); }
  void release(std::uint32_t lock);

  // Renews the rows once a minute, so that other machines see that this program is running.
  void keep();

 private:
  // Returns the seconds since 1970 according to a server of the first shard, because clients'
  // clocks may differ.
  std::uint64_t now();
  void write(std::span<const std::uint32_t> locks, bool is_held);
  void release(std::span<const std::uint32_t> locks);
  std::string take_free(std::span<const std::uint32_t> locks);
  std::string other_holder(std::span<const std::uint32_t> locks, std::uint64_t timeout);

  Cluster& cluster_;
  std::uint64_t holder_;
  // Seconds by which the server's clock is ahead of this machine's.
  std::optional<std::int64_t> ahead_;
  std::uint32_t version_ = 0;
  std::uint64_t written_at_ = 0;  // time of the last write, in seconds since 1970
  std::uint64_t moment_ = 0;      // time at which wait_for() returned, in seconds since 1970
  std::set<std::uint32_t> held_;
};

// Implements the writing functions of Storage: append(), and those for sources. Caches the ledger
// until another program writes to the cluster. Only one program at a time may import a source, and
// only one may delete games.
class ClusterWriting {
 public:
  // Batches are sorted on up to `jobs` threads. `cluster` must outlive this object.
  ClusterWriting(Cluster& cluster, unsigned jobs);

  SourceRecords sources();
  // Returns all sources except forgotten ones.
  std::vector<SourceRecord> source_list();

  // Adds a file. The next call of another function writes all added files at once. A file that
  // another program has added since source_list() keeps its id. Throws IoError if that program's
  // file had another size or time.
  SourceId add_source(const SourceFile& file);
  void reopen_source(SourceId source, const SourceFile& file);
  // Marks a source as never read.
  void forget_source(SourceId source);

  // Hides the rows of a batch forever.
  void give_up(LedgerBatch batch);
  const SourceFile& file_of(SourceId source) { return row_of(source).file; }

  // Implements Storage::append(). Throws IoError if a source was forgotten meanwhile.
  GameId append(DraftBatch& batch, std::span<const SourceMark> marks);

  const Ledger& ledger();

  // Prevents other programs from reading these sources, or from deleting games. Throws IoError if
  // another program already does so.
  void lock(std::span<const SourceId> sources);
  void lock_deletions();

  // Prevents other programs from merging sums. Throws IoError if another program already does so.
  void lock_merges();
  bool try_lock_merges() { return locks_.try_take(Locks::kMerges); }
  void unlock_merges() { locks_.release(Locks::kMerges); }
  // Renews the locks (Locks::keep). Must be called repeatedly during long work.
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
  std::vector<SentNames> sent_;  // names sent to each shard
  std::optional<Ledger> ledger_;
  std::vector<SourceRow> rows_;
  std::vector<SourceId> listed_;  // ids returned by source_list()
  std::vector<SourceRow> added_;  // sources not yet written, while the lock for new sources is held
};

}  // namespace arbiter::clickhouse
