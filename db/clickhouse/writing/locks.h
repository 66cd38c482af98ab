// Which program writes what: the table `locks` of the first shard.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "db/clickhouse/cluster/cluster.h"

namespace arbiter::clickhouse {

// The locks of one writer, from when they are taken until it is gone. A writer adds a row for what
// it takes, and then looks for the rows of others: of two that take the same, at least the later
// one sees the other, and gives way. What a program held that has ended (writer_name.h) is free.
class Locks {
 public:
  // A source has the lock of its number; deleting games, from whatever source, has this one.
  static constexpr std::uint32_t kDeletion = 0xffffffff;

  explicit Locks(Cluster& cluster);
  Locks(const Locks&) = delete;
  Locks& operator=(const Locks&) = delete;
  ~Locks();

  // Takes those that it does not hold. False: it held all of them. Throws IoError where another
  // program that may still run holds one, which `doing` tells: "reading the same file".
  bool take(std::span<const std::uint32_t> locks, std::string_view doing);

  // Tells other machines once a minute that this program still runs.
  void keep();

 private:
  void write(std::span<const std::uint32_t> locks, bool is_held);
  std::string other_holder(std::span<const std::uint32_t> locks);

  Cluster& cluster_;
  std::uint64_t holder_;
  std::uint32_t version_ = 0;
  std::uint64_t written_at_ = 0;  // seconds since 1970
  std::set<std::uint32_t> held_;
};

}  // namespace arbiter::clickhouse
