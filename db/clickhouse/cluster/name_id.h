// Names in a cluster: their numbers follow from them, so that nobody needs to look them up.
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

// xxHash64 of the name; 0 for the empty one, which is in no table, and for no other.
std::uint64_t name_id(std::string_view name);

}  // namespace arbiter::clickhouse
