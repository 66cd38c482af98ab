// From a position's key to the games that reached it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "db/connection.h"
#include "db/facts.h"
#include "db/ids.h"
#include "db/position_sums.h"
#include "db/posting.h"

namespace arbiter {

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

  // Every hit of `key`, games that are deleted since included, by rising game
  // number. A hit may be another position's whose key has the same bits, once
  // in 2^50: replay tells (verify_hit). About 10 us a segment and 5 ns a hit.
  std::vector<Hit> hits(PositionKey key);

  // Sums over the games that are not deleted. From ready sums where a
  // segment has them; else from its hits and the columns of `facts`.
  PositionSums sums(PositionKey key, FactReader& facts);

  // How many games that are not deleted.
  std::uint64_t count(PositionKey key, FactReader& facts);

  // What all look-ups so far have cost.
  const LookupCost& cost() const { return cost_; }

 private:
  LookupCost cost_;
  const Connection& connection_;
};

// Adds to the index, inside the caller's transaction.
class PositionIndexWriter {
 public:
  explicit PositionIndexWriter(const Connection& connection);

  // Makes a segment of a batch's postings (in any order; a game's repetitions of a position
  // among them are dropped: the first occurrence counts). `first` is the number of the batch's
  // first game; `facts` has one entry a game of the batch. Sorts on up to `jobs` threads.
  void add_segment(std::vector<Posting>& postings, GameId first, std::span<const GameFacts> facts,
                   unsigned jobs);

  // Whether eight segments of a level wait to be merged.
  bool wants_merge() const;
  // Merges eight segments of the lowest level that has them into one of the next.
  // Postings of deleted games are left out. Memory: a few blocks, and 8 bytes a game.
  void merge(FactReader& facts);
  // Merges all segments into one, for `arbiter compact`.
  void merge_all(FactReader& facts);

  // A game that was just marked as deleted: its segment's sums no longer hold.
  void note_deleted(GameId game);

 private:
  const Connection& connection_;
};

}  // namespace arbiter
