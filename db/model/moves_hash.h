// Which games have the same moves.
#pragma once

#include <cstdint>

#include "db/model/move_code.h"
#include "lib/chess/position_key.h"

namespace arbiter::db::model {

// A number for a first position and the moves from there, grown move by move, so
// that it can be compared with those of longer games on their way. It is in files
// (README.md, "The hash of the moves"). Different lines share one once in 2^64.
class MovesHash {
 public:
  explicit constexpr MovesHash(PositionKey first) : value_(static_cast<std::uint64_t>(first)) {}

  constexpr void add(Move move) { add_code(code_of(move)); }
  // The twelve bits of a stored move.
  constexpr void add_code(std::uint16_t code) {
    value_ = (value_ ^ code) * 0x9e3779b97f4a7c15;
    value_ ^= value_ >> 32;
  }

  constexpr std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_;
};

}  // namespace arbiter::db::model
