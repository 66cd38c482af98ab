// The ids of names in a cluster: hashes, so that no lookup is necessary.
#pragma once

#include <cstdint>
#include <string_view>

namespace arbiter::clickhouse {

// Column `kind` of the table `names`.
enum class NameKind : std::uint8_t {
  Player = 1,
  Event = 2,
  Site = 3,
  Opening = 4,
  Diagnostic = 5,
};

// Returns the xxHash64 of a name, or 0 for the empty name, which is in no table.
std::uint64_t name_id(std::string_view name);

}  // namespace arbiter::clickhouse
