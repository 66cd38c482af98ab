// Positions to look for, by their keys.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lib/chess/position_key.h"

namespace arbiter {

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

}  // namespace arbiter
