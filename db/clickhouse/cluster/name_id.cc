#include "db/clickhouse/cluster/name_id.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

namespace arbiter::clickhouse {

std::uint64_t name_id(std::string_view name) {
  if (name.empty()) return 0;
  return std::max<std::uint64_t>(XXH64(name.data(), name.size(), 0), 1);
}

}  // namespace arbiter::clickhouse
