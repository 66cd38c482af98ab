// Several segments made one.
#pragma once

#include <span>

#include "db/games/game_columns.h"
#include "db/index/segment.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::index {

// Writes one segment of `level` with the postings of all `sources`, which are neighbours and
// come by rising games, but for those of deleted games; removes the sources. Inside
// the caller's transaction. Space that blocks leave is used for the new ones: the file
// hardly grows. Throws IoError where a source is damaged, its checksum included.
class SegmentMerge {
 public:
  SegmentMerge(const Connection& connection, ColumnReader& columns)
      : connection_(connection), columns_(columns) {}

  // Precondition: there are sources.
  void run(std::span<const Segment> sources, unsigned level);

 private:
  const Connection& connection_;
  ColumnReader& columns_;
};

}  // namespace arbiter::db::index
