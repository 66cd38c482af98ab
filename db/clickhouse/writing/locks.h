// Locks of the programs that write: the table `locks` of the first shard.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "db/clickhouse/cluster/cluster.h"

namespace arbiter::clickhouse {

// The locks of one program, until this is destroyed. A program adds a row for each lock, then looks
// for rows of others. If two programs have the same lock, at least the later one sees the
// other, and gives up. Locks of programs that have ended (writer_name.h) are free.
class Locks {
 public:
  // The lock for deletions. The lock of a source is its number.
  static constexpr std::uint32_t kDeletion = 0xffffffff;

  explicit Locks(Cluster& cluster);
  Locks(const Locks&) = delete;
  Locks& operator=(const Locks&) = delete;
  ~Locks();

  // Acquires the locks that it does not hold. Returns false if it holds all of them. Throws IoError
  // if another program that may still run holds one. `doing` describes that: "reading the same
  // file".
  bool take(std::span<const std::uint32_t> locks, std::string_view doing);

  // Writes its rows again once a minute, so that other machines see that this program runs.
  void keep();

 private:
  void write(std::span<const std::uint32_t> locks, bool is_held);
  std::string other_holder(std::span<const std::uint32_t> locks);

  Cluster& cluster_;
  std::uint64_t holder_;
  std::uint32_t version_ = 0;
  std::uint64_t written_at_ = 0;  // in seconds since 1970
  std::set<std::uint32_t> held_;
};

}  // namespace arbiter::clickhouse
