// What a cluster has of each source.
#pragma once

#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {

// In the order of `records`. Reads a few columns of all games.
std::vector<SourceContents> contents_of(Cluster& cluster, std::vector<SourceRecord> records);

}  // namespace arbiter::clickhouse
