// What the questions to a cluster have read.
#pragma once

#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/model/storage.h"

namespace arbiter::clickhouse {

// All that were asked. Servers of version 18 do not say what an answer cost: there the first
// hundred are asked once more.
std::vector<PartQuery> asked_questions(Cluster& cluster);

}  // namespace arbiter::clickhouse
