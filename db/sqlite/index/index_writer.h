// Writers of the position index, and its rebuild from the games.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/model/ids.h"
#include "db/model/posting.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/index/segment.h"
#include "lib/openings/opening_table.h"

namespace arbiter::sqlite {

// A writer of the index, inside the caller's transaction.
class PositionIndexWriter {
 public:
  explicit PositionIndexWriter(const Connection& connection) : connection_(connection) {}

  // Writes the postings of a batch as a segment. `segment` has its kind and first game. Postings
  // may be unsorted; the first occurrence of a position in a game counts. `facts` has one entry for
  // each number from the first game on, including numbers without a game. Sorts on up to `jobs`
  // threads. Memory: 16 bytes per posting, kept for the next batch.
  void add_segment(Segment segment, std::span<const Posting> postings,
                   std::span<const GameFacts> facts, unsigned jobs);

  // Merges all segments into one, without the postings of deleted games. Does nothing if the index
  // is already one segment without deleted games.
  void merge_all(ColumnReader& columns);

  // Replaces a segment with one without the postings of deleted games.
  void drop_deleted(const Segment& segment, ColumnReader& columns);

  void clear();

 private:
  void merge(std::span<const Segment> sources, ColumnReader& columns);

  const Connection& connection_;
  PostingBuckets buckets_;
};

// A collector of the postings of games, which must be in ascending order. It writes them as
// segments, inside the caller's transaction. Memory: 16 bytes per posting (64 MB at most), and 8
// bytes per number between the first and the last game of a segment.
class SegmentCollector {
 public:
  SegmentCollector(const Connection& connection, SegmentKind kind, unsigned jobs)
      : writer_(connection), kind_(kind), jobs_(jobs) {}

  // Adds a game. Skipped numbers become part of the segment too.
  void add(GameId game, const GameFacts& facts, std::span<const Posting> postings);
  // Writes the last segment. Called at the end.
  void finish();

  // Returns the number of postings written.
  std::uint64_t written() const { return written_; }

 private:
  PositionIndexWriter writer_;
  SegmentKind kind_;
  unsigned jobs_;
  GameId first_{};
  std::vector<GameFacts> facts_;  // starting at `first_`
  std::vector<Posting> postings_;
  std::uint64_t written_ = 0;
};

// Rebuilds all columns of `fact` from the rows, inside the caller's transaction. Replays games on
// up to `jobs` threads.
void rebuild_columns(const Database& database, unsigned jobs);

// Sets the opening of each game according to the table, and rebuilds the columns.
void classify_games(const Database& database, const OpeningTable& table, unsigned jobs);

// Rebuilds the position index by replaying all games, inside the caller's transaction, on up to
// `jobs` threads. Games that cannot be replayed have no postings.
void rebuild_index(const Database& database, unsigned jobs);

// Returns whether all blocks of all segments exist and match their checksums. Takes 30 ns per
// posting.
bool is_index_sound(const Connection& connection);

}  // namespace arbiter::sqlite
