// Which games have the same moves.
#pragma once

#include <cstdint>

#include "lib/chess/position_key.h"

namespace arbiter {

// A number for a first position and the moves from there, grown move by move, so
// that it can be compared with those of longer games on their way. It is in databases
// (db/README.md). Different lines share one once in 2^64.
class MovesHash {
 public:
  explicit constexpr MovesHash(PositionKey first) : value_(static_cast<std::uint64_t>(first)) {}

  // The move as a number. In databases that is its code (db/model/move_code.h).
  constexpr void add(std::uint16_t code) {
    value_ = (value_ ^ code) * 0x9e3779b97f4a7c15;
    value_ ^= value_ >> 32;
  }

  constexpr std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_;
};

}  // namespace arbiter
