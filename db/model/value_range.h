// A range of numbers: dates, ratings, lengths.
#pragma once

#include <cstdint>
#include <optional>

namespace arbiter {

// Both ends included; an end that is missing is open.
struct ValueRange {
  std::optional<std::uint64_t> min = {};
  std::optional<std::uint64_t> max = {};

  bool is_open() const { return !min && !max; }
  bool contains(std::uint64_t value) const {
    return !(min && value < *min) && !(max && value > *max);
  }
  bool operator==(const ValueRange&) const = default;
};

}  // namespace arbiter
