// Games of a cluster replayed, against their rows and their positions.
#pragma once

#include <optional>

#include "db/clickhouse/integrity/check_log.h"
#include "db/clickhouse/query/inquiry.h"

namespace arbiter::clickhouse {

struct GameCheck {
  std::optional<std::uint32_t> index_plies = {};  // of the cluster
  unsigned jobs = 1;
};

void check_games(Inquiry& inquiry, const GameCheck& check, CheckLog& log);

}  // namespace arbiter::clickhouse
