// Queries for positions, and sets of position keys.
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
  Exact,    // castling and en passant rights must match (Laws 9.2.3)
  Ignored,  // only the pieces and the side to move must match
};

class PositionQuery {
 public:
  PositionQuery(const Position& position, Rights rights);

  const Position& position() const { return position_; }
  Rights rights() const { return rights_; }

  // Returns the keys of all matching positions, in ascending order. One key with Rights::Exact.
  // With Rights::Ignored, one for each set of rights that the pieces allow, at most 144.
  std::span<const PositionKey> keys() const { return keys_; }

  bool matches(const Position& position) const;
  // Same as matches(), but faster for most positions that do not match.
  bool finds(const Position& position) const;

 private:
  Position position_;
  Rights rights_;
  std::vector<PositionKey> keys_;
};

// Returns whether the move may be legal in a matching position. `next` is a Move::bits, or 0 for
// the end of the game.
bool may_go_on(const PositionQuery& query, std::uint16_t next);

// A set of position keys with fast lookup.
class PositionSet {
 public:
  // `keys` may contain duplicates.
  explicit PositionSet(const std::vector<PositionKey>& keys);

  // Returns the first index of this key in `keys`. In a small set, rejects a missing key in about
  // 2 ns.
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

  std::vector<Entry> entries_;                       // sorted by key, each once
  std::bitset<std::size_t{1} << kUpperBits> upper_;  // upper bits of all keys
};

// A position, and the moves that lead to it.
struct PlayedLine {
  Position position;
  std::vector<Move> moves;
  Position first;
};

}  // namespace arbiter
