// Locks of the programs that write: the table `locks` of the first shard.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "db/clickhouse/cluster/cluster.h"

namespace arbiter::clickhouse {

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

}  // namespace arbiter::clickhouse
