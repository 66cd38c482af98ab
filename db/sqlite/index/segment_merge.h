// Merges of segments, in steps between which other programs can write.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/index/segment.h"

namespace arbiter::sqlite {

// The progress of a merge, which a later transaction or another process can continue.
struct MergeProgress {
  std::int64_t id = 0;            // id of the new segment
  std::uint32_t next_bucket = 0;  // the first bucket that was not written yet
  PostingTotal total;             // total of the postings read for earlier buckets

  bool operator==(const MergeProgress&) const = default;
};

// The treatment of the postings of deleted games, and of blocks that were read.
enum class MergeMode : std::uint8_t {
  Keep,  // keeps both; the sources remain complete until finish()
  Drop,  // drops both; for merges in one transaction
  Copy   // drops the postings but keeps the blocks; for merges into another file
};

// The files of the sources and of the new segment.
struct MergeFiles {
  MergeFiles(const Connection& file) : from(file), to(file) {}  // NOLINT: one file is both
  MergeFiles(const Connection& source, const Connection& target) : from(source), to(target) {}

  const Connection& from;
  const Connection& to;
};

// Returns the segment that results from merging `sources`, with all their postings and no checksum.
// Throws DamageError if a source has games that never existed.
Segment merged_segment(const Connection& connection, std::span<const Segment> sources,
                       MergeMode mode, std::int64_t id);

// A merge of `sources` into one segment, inside the caller's transactions. Throws DamageError if a
// source is damaged or does not match its checksum. Precondition: the sources are of one kind; if
// they are of games, they are adjacent and ascending.
class SegmentMerge {
 public:
  // Starts or continues a merge. Precondition: `sources` is not empty, and equals the sources for
  // which `progress` was recorded.
  SegmentMerge(MergeFiles files, ColumnReader& columns, std::span<const Segment> sources,
               MergeMode mode, const MergeProgress& progress);
  ~SegmentMerge();

  // Writes about `most` more postings. Returns whether all have been written. Takes about 110 ns
  // per posting (33 million, busy machine, 2026-11-21).
  bool advance(std::uint64_t most);

  // Replaces the rows of the sources with the row of the new segment. Precondition: advance()
  // returned true.
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

// The merges that the index needs. Unfinished merges are in table `merge`; the next writer
// continues them, the smallest first.
class IndexUpkeep {
 public:
  explicit IndexUpkeep(const Connection& connection) : connection_(connection) {}

  // Returns whether a merge is due.
  bool is_due();

  // Merges about `most` postings, inside the caller's transaction. Returns the number; 0 if no
  // merge is due. Postings of deleted games are kept. Between steps, some blocks and 9 bytes per
  // game of the sources stay in memory. After an exception, no other step may follow. Throws
  // DamageError.
  std::uint64_t step(ColumnReader& columns, std::uint64_t most);

  struct Merge {
    MergeProgress progress;
    std::vector<Segment> sources;
    std::uint64_t postings = 0;
  };
  std::vector<Merge> begun_merges();

  // Returns whether an older version has begun merges, whose blocks have a different form. The next
  // step gives up such merges.
  bool has_older_merges();

  // Gives up the unfinished merges; their sources remain unchanged.
  void abandon_merges();
  // Removes blocks that do not belong to any segment.
  void remove_remains();

 private:
  std::vector<Segment> next_sources();
  void begin_merges();
  SegmentMerge& merge_of(ColumnReader& columns, const Merge& what);
  std::uint64_t go_on(ColumnReader& columns, const Merge& merge, std::uint64_t most);
  void finish(SegmentMerge& merge, const Merge& what);
  std::uint64_t remove_blocks(std::uint64_t most);

  const Connection& connection_;
  std::optional<SegmentMerge> running_;
  std::vector<Segment> sources_;  // sources of running_
};

}  // namespace arbiter::sqlite
