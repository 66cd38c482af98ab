// Merges of segments, in steps that let other programs write in between.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/index/posting_block.h"
#include "db/sqlite/index/segment.h"

namespace arbiter::sqlite {

// How far a merge has come: a later transaction, or another process, can go on with it.
struct MergeProgress {
  std::int64_t id = 0;            // of the new segment
  std::uint32_t next_bucket = 0;  // the first that is not written yet
  PostingTotal total;             // of what was read for those before it
};

// What becomes of the postings of deleted games, and of the blocks that were read.
enum class MergeMode : std::uint8_t {
  Keep,  // all stay, the sources whole until finish()
  Drop,  // both go: for merges that are one transaction
  Copy   // the postings go, the sources stay: for merges into another file
};

// Where the sources are read and the new segment is written.
struct MergeFiles {
  MergeFiles(const Connection& file) : from(file), to(file) {}  // NOLINT: one file is both
  MergeFiles(const Connection& source, const Connection& target) : from(source), to(target) {}

  const Connection& from;
  const Connection& to;
};

// What `sources` become, but for what is counted while it is written. Throws IoError if they claim
// games that there never were.
Segment merged_segment(const Connection& connection, std::span<const Segment> sources,
                       std::int64_t id);

// Writes one segment with the postings of all `sources`. They are of one kind; those of games are
// neighbours and come by rising games. Inside the caller's transactions. Throws IoError where a
// source is damaged, its checksum included.
class SegmentMerge {
 public:
  // Precondition: there are sources, and they are those with which `progress` was begun, if it was.
  SegmentMerge(MergeFiles files, ColumnReader& columns, std::span<const Segment> sources,
               MergeMode mode, const MergeProgress& progress);
  ~SegmentMerge();

  // Writes about `most` postings more. Returns whether all are written. About 110 ns a posting (33
  // million, busy machine, 2026-11-21).
  bool advance(std::uint64_t most);

  // Replaces the rows of the sources by that of the new segment. Precondition: advance() was true.
  void finish();

  const MergeProgress& progress() const { return progress_; }

 private:
  struct Work;

  void write_bucket();

  MergeFiles files_;
  std::vector<Segment> sources_;
  MergeMode mode_;
  MergeProgress progress_;
  Segment merged_;
  std::unique_ptr<Work> work_;
};

// Merges that have begun are in the file, table `merge`: whoever writes next goes on with them, the
// smallest first.
class IndexUpkeep {
 public:
  explicit IndexUpkeep(const Connection& connection) : connection_(connection) {}

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
};

}  // namespace arbiter::sqlite
