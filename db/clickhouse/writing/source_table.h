// Files that were read: table `sources` of the first shard.
#pragma once

#include <cstdint>
#include <vector>

#include "db/clickhouse/cluster/cluster.h"
#include "db/model/source.h"

namespace arbiter::clickhouse {

struct SourceRow {
  SourceId source{};
  std::uint32_t version = 0;  // counts how often the row was changed
  SourceFile file;
  bool is_forgotten = false;
};

// The last version of each, by rising number; those that were forgotten too.
std::vector<SourceRow> read_sources(Cluster& cluster);

// Adds a source under a number that no other has or had, whoever else adds one now.
SourceRow add_source(Cluster& cluster, const SourceFile& file);

// Adds a version of a row.
void write_source(Cluster& cluster, const SourceRow& row);

}  // namespace arbiter::clickhouse
