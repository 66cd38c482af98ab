// From a position's key to the games that reached it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/games/game_columns.h"
#include "db/index/posting_order.h"
#include "db/index/segment.h"
#include "db/model/ids.h"
#include "db/model/position_sums.h"
#include "db/model/posting.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::index {

// A posting with the game's own number.
struct Hit {
  GameId game{};
  std::uint16_t ply = 0;
  std::uint16_t next = 0;  // Move::bits; 0: the game ended there
  Outcome result = Outcome::Unknown;

  bool operator==(const Hit&) const = default;
};

// What a look-up cost, for --explain.
struct LookupCost {
  std::uint32_t segments = 0;
  std::uint32_t blocks = 0;
  std::uint64_t bytes = 0;
  std::uint64_t postings = 0;  // decoded
  std::uint32_t sums = 0;      // segments that answered by ready sums
};

class PositionIndex {
 public:
  // `connection` is one moment of the file (ReadSnapshot) while the questions last.
  explicit PositionIndex(const Connection& connection);

  // Every hit of `key`, those of games that are deleted since included, by rising game
  // number. A hit may be another position's whose key has the same upper bits (see
  // kKnownKeyBits): replay tells. About 25 us a segment and 11 ns a hit (87 million postings in
  // seven segments, file cached, busy machine, 2026-11-21).
  std::vector<Hit> hits(PositionKey key);

  // Sums over the games that are not deleted. From ready sums where a
  // segment has them; else from its hits and the columns of `columns`.
  PositionSums sums(PositionKey key, ColumnReader& columns);

  // How many games that are not deleted.
  std::uint64_t count(PositionKey key, ColumnReader& columns);

  // What all look-ups so far have cost.
  const LookupCost& cost() const { return cost_; }

 private:
  const Connection& connection_;
  SegmentList segments_;
  LookupCost cost_;
};

// Adds to the index, inside the caller's transaction.
class PositionIndexWriter {
 public:
  explicit PositionIndexWriter(const Connection& connection);

  // Makes a segment of a batch's postings, which may come in any order; a game's repetitions of
  // a position may be among them: the first occurrence counts. `first` is the number of the
  // batch's first game; `columns` has one entry a game of the batch. Sorts on up to `jobs`
  // threads. Memory: 16 bytes a posting, kept for the next batch.
  void add_segment(std::span<const Posting> postings, GameId first,
                   std::span<const GameFacts> facts, unsigned jobs);

  // Whether eight segments of a level wait to be merged.
  bool wants_merge() const;
  // Merges the eight oldest segments of the lowest level that has so many into one of the next.
  // Postings of deleted games are left out. Precondition: wants_merge(). Memory: some blocks,
  // and 8 bytes a game. About 110 ns a posting (33 million, busy machine, 2026-11-21). Throws
  // IoError where a segment is damaged.
  void merge(ColumnReader& columns);
  // The same with all segments, for `arbiter compact`. Nothing is done where there is just one
  // that no game was deleted from.
  void merge_all(ColumnReader& columns);

  // Removes all segments, so that they can be made anew from the games.
  void clear();

  // A game that was just marked as deleted: its segment's sums no longer hold.
  void note_deleted(GameId game);

 private:
  const Connection& connection_;
  PostingBuckets buckets_;
};

}  // namespace arbiter::db::index
