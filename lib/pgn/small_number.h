// The number before a move, read from eight bytes at once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace arbiter {

// "7." "12." "12..." with what follows, from 8 readable bytes. About 2 ns.
class SmallNumber {
 public:
  explicit SmallNumber(const char* text) {
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t word;
    std::memcpy(&word, text, sizeof word);
    // A byte of `digits` is below ten where the text has a digit.
    const std::uint64_t digits = word ^ 0x3030'3030'3030'3030;
    const std::uint64_t others =
        ((digits + 0x7676'7676'7676'7676) | digits) & 0x8080'8080'8080'8080;
    const auto bits = static_cast<unsigned>(std::countr_zero(others)) & ~7U;
    digits_ = bits / 8;
    dots_ = static_cast<unsigned>(std::countr_zero(word >> (bits & 63) ^ 0x2E2E'2E2E)) / 8;
    const auto two = static_cast<std::uint32_t>(digits) << ((16 - bits) & 31);  // tens, then ones
    value_ = (two & 0xFF) * 10 + (two >> 8 & 0xFF);
    starts_with_zero_ = *text == '0';
  }

  // Whether that is all: one or two digits, the first of them no zero, and one to
  // three dots. The rest means nothing otherwise.
  bool is_plain() const { return (digits_ - 1 < 2) & (dots_ - 1 < 3) & !starts_with_zero_; }

  std::uint32_t value() const { return value_; }
  std::uint8_t dots() const { return static_cast<std::uint8_t>(dots_); }
  std::size_t length() const { return digits_ + dots_; }

 private:
  unsigned digits_;
  unsigned dots_;
  std::uint32_t value_;
  bool starts_with_zero_;
};

}  // namespace arbiter
