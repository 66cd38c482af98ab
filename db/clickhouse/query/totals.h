// The games of a cluster, counted.
#pragma once

#include "db/clickhouse/query/inquiry.h"
#include "db/model/game_filter.h"
#include "db/model/game_statistics.h"

namespace arbiter::clickhouse {

// Each shard counts its games; names come as numbers, 8 bytes for each that some game has.
Totals totals_of(Inquiry& inquiry, const GameFilter& filter, unsigned jobs);

}  // namespace arbiter::clickhouse
