// Numbers in the bytes of blocks and records.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace arbiter {

// Reads bytes in order, never behind their end. Where they are damaged the
// answer is 0, and stays so: ask is_sound() at the end of what belongs together.
class ByteCursor {
 public:
  explicit ByteCursor(std::span<const std::uint8_t> bytes)
      : position_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool is_sound() const { return is_sound_; }
  bool at_end() const { return position_ == end_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - position_); }

  // A number of `size` bytes (1 to 8), little end first.
  std::uint64_t fixed(unsigned size) {
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t value = 0;
    if (left() >= sizeof value) {
      std::memcpy(&value, position_, sizeof value);
      value &= ~std::uint64_t{0} >> (64 - 8 * size);
    } else if (left() >= size) {
      std::memcpy(&value, position_, size);
    } else {
      return fail();
    }
    position_ += size;
    return value;
  }

  // A number as append_leb128 writes it.
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && position_ != end_; shift += 7) {
      const std::uint64_t byte = *position_++;
      const std::uint64_t part = byte & 0x7f;
      if ((part << shift) >> shift != part) break;
      value |= part << shift;
      if (byte < 0x80) return value;
    }
    return fail();
  }

  // The next `size` bytes; none of them if there are fewer.
  std::span<const std::uint8_t> take(std::uint64_t size) {
    if (size > left()) return fail(), std::span<const std::uint8_t>();
    const std::uint8_t* first = position_;
    position_ += size;
    return {first, static_cast<std::size_t>(size)};
  }

  // What has been read cannot be: everything from here on is damaged.
  std::uint64_t fail() {
    is_sound_ = false;
    position_ = end_;
    return 0;
  }

 private:
  const std::uint8_t* position_;
  const std::uint8_t* end_;
  bool is_sound_ = true;
};

}  // namespace arbiter
