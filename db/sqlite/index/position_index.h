// Lookup of the games that reached a position, by its key.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/model/ids.h"
#include "db/model/position_sums.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/index/segment.h"

namespace arbiter::sqlite {

// A posting with the number of its game.
struct Hit {
  GameId game{};
  std::uint16_t ply = 0;
  std::uint16_t next = 0;  // Move::bits; 0: the game ended there
  Outcome result = Outcome::Unknown;

  bool operator==(const Hit&) const = default;
};

// The cost of lookups, for --explain.
struct LookupCost {
  std::uint32_t segments = 0;
  std::uint32_t blocks = 0;
  std::uint64_t bytes = 0;
  std::uint64_t postings = 0;  // decoded postings
  std::uint32_t sums = 0;      // segments with stored sums
};

// Looks up positions. A query reads one moment of the file if the caller has a ReadSnapshot.
class PositionIndex {
 public:
  explicit PositionIndex(const Connection& connection);

  // Returns every hit of `key` by ascending game number, those of deleted games included. A hit may
  // belong to another position whose key has the same upper bits (see kKnownKeyBits); a replay
  // decides. About 25 us a segment and 11 ns a hit (87 million postings in seven segments, file
  // cached, busy machine, 2026-11-21).
  std::vector<Hit> hits(PositionKey key);

  // Returns the sums over the games that are not deleted. Segments with stored sums are not
  // decoded; of others the hits and the columns are read.
  PositionSums sums(PositionKey key, ColumnReader& columns);

  // The cost of all lookups so far.
  const LookupCost& cost() const { return cost_; }

 private:
  // The state of the file in which the segments were read.
  struct Moment {
    std::int64_t version = 0;  // changes when another connection commits
    std::int64_t changes = 0;  // rows that this connection has changed

    bool operator==(const Moment&) const = default;
  };

  // Reads the segments if the file may have changed since they were read.
  void refresh();
  CountedSums counted_sums(PositionKey key, std::span<const Segment> segments,
                           ColumnReader& columns);

  const Connection& connection_;
  Statement version_;
  std::optional<Moment> moment_;
  std::vector<Segment> segments_;
  std::vector<Segment> subtracted_;
  LookupCost cost_;
};

}  // namespace arbiter::sqlite
