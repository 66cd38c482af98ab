// Source files: the table `sources` of the first shard.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {

struct SourceRow {
  SourceId source{};
  std::uint32_t version = 0;  // the number of changes
  SourceFile file;
  bool is_forgotten = false;
};

// Returns the last version of each source by ascending id, including forgotten ones.
std::vector<SourceRow> read_sources(Cluster& cluster);

// Adds the same version of rows with consecutive ids.
void write_sources(Cluster& cluster, std::span<const SourceRow> rows);

}  // namespace arbiter::clickhouse
