// From a position's key to the games that reached it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "db/model/ids.h"
#include "db/model/position_sums.h"
#include "db/model/posting.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/index/segment.h"

namespace arbiter::sqlite {

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
  // kStoredKeyBits): replay tells. About 25 us a segment and 11 ns a hit (87 million postings in
  // seven segments, file cached, busy machine, 2026-11-21).
  std::vector<Hit> hits(PositionKey key);

  // Sums over the games that are not deleted. From ready sums where a segment has them, from which
  // those of deleted games are subtracted; else from its hits and the columns of `columns`.
  PositionSums sums(PositionKey key, ColumnReader& columns);

  // How many games that are not deleted.
  std::uint64_t count(PositionKey key, ColumnReader& columns);

  // What all look-ups so far have cost.
  const LookupCost& cost() const { return cost_; }

 private:
  std::vector<Segment> segments_of(SegmentKind kind);
  std::uint64_t count(PositionKey key, SegmentKind kind, ColumnReader& columns);
  CountedSums counted_sums(PositionKey key, SegmentKind kind, ColumnReader& columns);

  const Connection& connection_;
  SegmentList segments_;
  bool are_ends_checked_ = false;
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

  // Makes a segment of the postings of games that are marked as deleted, which takes them out of
  // all sums. The rest as above; between the games there may be others, which have no postings
  // here.
  void subtract(std::span<const Posting> postings, GameId first, std::span<const GameFacts> facts,
                unsigned jobs);

  // Merges all segments into one, without the postings of deleted games, for `arbiter compact`.
  // Nothing is done where there is just one that no game was deleted from.
  void merge_all(ColumnReader& columns);

  // Replaces a segment by one without the postings of deleted games.
  void drop_deleted(const Segment& segment, ColumnReader& columns);

  // Removes all segments, so that they can be made anew from the games.
  void clear();

 private:
  void write_segment(Segment segment, std::span<const Posting> postings,
                     std::span<const GameFacts> facts, unsigned jobs);
  void merge(std::span<const Segment> sources, ColumnReader& columns);
  void remove_subtracted();

  const Connection& connection_;
  PostingBuckets buckets_;
};

}  // namespace arbiter::sqlite
