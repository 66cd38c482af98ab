// Names by their numbers, as the shards have them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/clickhouse/cluster/name_id.h"

namespace arbiter::clickhouse {

// Keeps the names it has read, some 100 bytes each, up to a million.
class StoredNames {
 public:
  explicit StoredNames(Cluster& cluster) : cluster_(cluster) {}

  struct Key {
    NameKind kind{};
    std::uint64_t id = 0;

    bool operator==(const Key&) const = default;
  };

  // Reads those of the names that it does not have. Throws IoError where no shard has one.
  void fetch(std::vector<Key> keys);

  // Empty for 0. Precondition: it was in the last fetch().
  std::string_view name(NameKind kind, std::uint64_t id) const;

 private:
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return key.id ^ static_cast<std::uint64_t>(key.kind) << 56;
    }
  };

  Cluster& cluster_;
  std::unordered_map<Key, std::string, Hash> names_;
};

}  // namespace arbiter::clickhouse
