// Games of a cluster replayed, against their rows and their positions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "db/clickhouse/integrity/check_log.h"
#include "db/clickhouse/query/inquiry.h"

namespace arbiter::clickhouse {

struct GameCheck {
  std::optional<std::uint32_t> index_plies = {};  // of the cluster
  unsigned jobs = 1;
};

using GamesByShard = std::map<unsigned, std::uint64_t>;

// Returns how many games were read.
GamesByShard check_games(Inquiry& inquiry, const GameCheck& check, CheckLog& log);

}  // namespace arbiter::clickhouse
