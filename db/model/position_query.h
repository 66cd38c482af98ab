// Queries for positions.
// Positions to look for, by their keys.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lib/chess/position.h"
#include "lib/chess/position_key.h"

namespace arbiter {

enum class Rights {
  Exact,    // castling and en passant rights are part of the position (Laws 9.2.3)
  Ignored,  // only the pieces and the side to move count
};

class PositionQuery {
 public:
  PositionQuery(const Position& position, Rights rights);

  const Position& position() const { return position_; }
  Rights rights() const { return rights_; }

  // The keys of all matching positions, ascending. With Rights::Ignored there is one for each set
  // of rights that kings, rooks and pawns allow, at most 144. Otherwise there is only one.
  std::span<const PositionKey> keys() const { return keys_; }

  bool matches(const Position& position) const;
  // Returns the same, but faster for most positions that do not match.
  bool finds(const Position& position) const;

 private:
  Position position_;
  Rights rights_;
  std::vector<PositionKey> keys_;
};

// Returns whether the move may be legal in a matching position. `next` is Move::bits, or 0 for the
// end of the game.
bool may_go_on(const PositionQuery& query, std::uint16_t next);

// Keys of many positions, with fast lookup.
class PositionSet {
 public:
  // A key may occur several times.
  explicit PositionSet(const std::vector<PositionKey>& keys);

  // Returns the first index in `keys` of this key. About 2 ns for a key that is not in a small set.
  std::optional<std::size_t> find(PositionKey key) const {
    if (!upper_.test(static_cast<std::uint64_t>(key) >> kOtherBits)) return std::nullopt;
    return look_up(key);
  }

  // Returns the keys in ascending order, each once.
  std::vector<PositionKey> keys() const;

 private:
  static constexpr unsigned kUpperBits = 16;
  static constexpr unsigned kOtherBits = 64 - kUpperBits;

  struct Entry {
    PositionKey key;
    std::size_t index;
  };

  std::optional<std::size_t> look_up(PositionKey key) const;

  std::vector<Entry> entries_;                       // by key, each once
  std::bitset<std::size_t{1} << kUpperBits> upper_;  // the upper bits of all keys
};

// A position, and the moves that led there.
struct PlayedLine {
  Position position;
  std::vector<Move> moves;
  Position first;
};

}  // namespace arbiter
