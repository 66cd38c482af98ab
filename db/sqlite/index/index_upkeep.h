// Segments merged in steps, so that an import costs what it brings and others can write meanwhile.
#pragma once

#include <cstdint>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/index/segment.h"
#include "db/sqlite/index/segment_merge.h"

namespace arbiter::sqlite {

// Merges that have begun are in the file, table `merge`: whoever writes next goes on with them, the
// smallest first.
class IndexUpkeep {
 public:
  explicit IndexUpkeep(const Connection& connection);

  // Whether there is anything to do.
  bool is_due();

  // Does so much of it as comes to about `most` postings, inside the caller's transaction; returns
  // to how many it came, 0 where nothing is due. What deleted games have left stays. Memory: some
  // blocks, and 8 bytes a game of what is merged. Throws IoError where a segment is damaged.
  std::uint64_t step(ColumnReader& columns, std::uint64_t most);

  struct Merge {
    MergeProgress progress;
    std::vector<Segment> sources;
    std::uint64_t postings = 0;
  };
  // Those that have begun, without any that nothing is merged by.
  std::vector<Merge> begun_merges();

  // Gives up the merges that have begun: their sources are as before.
  void abandon_merges();
  // Removes the blocks that no segment has any more.
  void remove_remains();

 private:
  std::vector<Segment> next_sources();
  void begin_merges();
  std::uint64_t go_on(ColumnReader& columns, const Merge& merge, std::uint64_t most);
  void finish(SegmentMerge& merge, const Merge& what);
  std::uint64_t remove_blocks(std::uint64_t most);

  const Connection& connection_;
  SegmentList segments_;
};

}  // namespace arbiter::sqlite
