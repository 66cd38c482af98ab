// Replays the games of a cluster, and compares them with their rows and positions.
#pragma once

#include <cstdint>
#include <map>

#include "db/clickhouse/cluster/query_session.h"
#include "db/clickhouse/integrity/check_log.h"

namespace arbiter::clickhouse {

using GamesByShard = std::map<unsigned, std::uint64_t>;

// Returns the numbers of games that were read.
GamesByShard check_games(QuerySession& session, unsigned jobs, CheckLog& log);

}  // namespace arbiter::clickhouse
