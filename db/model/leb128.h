// Numbers in the bytes of blocks and records: fixed width and LEB128.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace arbiter {

// Returns a view of the bytes of `text`, which must outlive it.
inline std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// Reads bytes in order, never beyond their end. After damage every number is 0 and is_sound() is
// false, so callers can check once, after a whole record.
class ByteCursor {
 public:
  explicit ByteCursor(std::span<const std::uint8_t> bytes)
      : position_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool is_sound() const { return is_sound_; }
  bool at_end() const { return position_ == end_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - position_); }

  // Reads a little-endian number of `size` bytes (1 to 8).
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

  // Reads a number that append_leb128() has written. Fails if it has more than 64 bits.
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

  // Returns the next `size` bytes. Fails if fewer are left.
  std::span<const std::uint8_t> take(std::uint64_t size) {
    if (size > left()) return fail(), std::span<const std::uint8_t>();
    const std::uint8_t* first = position_;
    position_ += size;
    return {first, static_cast<std::size_t>(size)};
  }

  // Marks the rest of the bytes as damaged. Returns 0.
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

// Appends a number as LEB128: seven bits a byte, the lowest first, with the upper bit set in all
// bytes but the last. `Bytes` is a string or a vector of bytes.
template <class Bytes>
void append_leb128(std::uint64_t number, Bytes& bytes) {
  using Byte = typename Bytes::value_type;
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<Byte>(number | 0x80));
  bytes.push_back(static_cast<Byte>(number));
}

}  // namespace arbiter
