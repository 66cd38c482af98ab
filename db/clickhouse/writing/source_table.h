// Source files: the table `sources` of the first shard.
#pragma once

#include <cstdint>
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

// Adds a source with a new id, even if other programs add sources at the same time.
SourceRow add_source(Cluster& cluster, const SourceFile& file);

// Adds a version of a row.
void write_source(Cluster& cluster, const SourceRow& row);

}  // namespace arbiter::clickhouse
