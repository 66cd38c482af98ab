// Encodings of numbers in bytes (fixed width, LEB128) and in bits (lowest bit first).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace arbiter {

inline std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// A reader of bytes that never reads beyond their end. After damage, every number is 0 and
// is_sound() is false, so callers need to check only once per record.
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

  // Reads a number written by append_leb128(). Fails if it has more than 64 bits.
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

  // Marks the remaining bytes as damaged. Returns 0.
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

// Appends a number as LEB128: seven bits per byte, the lowest first, with the upper bit set in all
// bytes except the last. `Bytes` is a string or a vector of bytes.
template <class Bytes>
void append_leb128(std::uint64_t number, Bytes& bytes) {
  using Byte = typename Bytes::value_type;
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<Byte>(number | 0x80));
  bytes.push_back(static_cast<Byte>(number));
}

// A reader of bits that never reads beyond their end. After damage, every number is 0 and
// is_sound() is false, so callers need to check only once per record.
class BitCursor {
 public:
  BitCursor() = default;
  explicit BitCursor(std::span<const std::uint8_t> bytes)
      : bytes_(bytes.data()), size_(bytes.size()), end_(8 * std::uint64_t{bytes.size()}) {}

  bool is_sound() const { return is_sound_; }
  std::uint64_t left() const { return end_ - at_; }

  // Returns at least 57 of the next bits, followed by zeros after the end.
  std::uint64_t peek() const {
    static_assert(std::endian::native == std::endian::little);
    const std::size_t byte = at_ >> 3;
    std::uint64_t value = 0;
    if (byte + sizeof value <= size_) {
      std::memcpy(&value, bytes_ + byte, sizeof value);
    } else if (byte < size_) {
      std::memcpy(&value, bytes_ + byte, size_ - byte);
    }
    return value >> (at_ & 7);
  }

  void skip(unsigned bits) {
    if (bits > left()) {
      fail();
    } else {
      at_ += bits;
    }
  }

  std::uint64_t fixed(unsigned bits) {
    if (bits > left()) return fail();
    const std::uint64_t value = peek() & ((std::uint64_t{1} << bits) - 1);
    at_ += bits;
    return value;
  }

  // Reads a Rice code: the upper bits in unary, as zeros and a one, then `shift` lower bits (0 to
  // 40). Fails above 2^56.
  std::uint64_t rice(unsigned shift) {
    const std::uint64_t bits = peek();
    const auto zeros = static_cast<unsigned>(std::countr_zero(bits));
    const unsigned size = zeros + 1 + shift;
    if (size > kPeeked) return long_rice(shift);
    if (size > left()) return fail();
    at_ += size;
    return std::uint64_t{zeros} << shift | (bits >> zeros >> 1 & ((std::uint64_t{1} << shift) - 1));
  }

  // Marks the remaining bits as damaged. Returns 0.
  std::uint64_t fail() {
    is_sound_ = false;
    at_ = end_;
    return 0;
  }

 private:
  static constexpr unsigned kPeeked = 57;

  std::uint64_t long_rice(unsigned shift) {
    std::uint64_t upper = 0;
    std::uint64_t next = peek();
    for (; next == 0; next = peek()) {
      if (left() <= kPeeked) return fail();
      upper += kPeeked;
      at_ += kPeeked;
    }
    const auto zeros = static_cast<unsigned>(std::countr_zero(next));
    skip(zeros + 1);
    upper += zeros;
    if (upper >> (56 - shift) != 0 || shift > left()) return fail();
    return upper << shift | fixed(shift);
  }

  const std::uint8_t* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t at_ = 0;
  bool is_sound_ = true;
};

// A writer of bits into memory, which must have space for them and eight more bytes.
class BitWriter {
 public:
  explicit BitWriter(std::uint8_t* at) : at_(at) {}

  // Writes the lowest `bits` bits (0 to 56). Precondition: the other bits are 0.
  [[gnu::always_inline]] void fixed(std::uint64_t value, unsigned bits) {
    waiting_ |= value << count_;
    count_ += bits;
    std::memcpy(at_, &waiting_, sizeof waiting_);
    at_ += count_ >> 3;
    waiting_ >>= count_ & ~7U;
    count_ &= 7;
  }

  // Writes a Rice code. Precondition: `shift` is at most 40.
  void rice(std::uint64_t number, unsigned shift) {
    std::uint64_t zeros = number >> shift;
    for (; zeros > 15; zeros -= 15) fixed(0, 15);
    const std::uint64_t lower = number & ((std::uint64_t{1} << shift) - 1);
    fixed((lower << 1 | 1) << zeros, static_cast<unsigned>(zeros) + 1 + shift);
  }

  // Fills the last byte with zeros. Returns the end of the bytes.
  std::uint8_t* finish() {
    if (count_ != 0) ++at_;
    count_ = 0;
    return at_;
  }

 private:
  std::uint8_t* at_;
  std::uint64_t waiting_ = 0;
  unsigned count_ = 0;  // number of buffered bits, below 8
};

}  // namespace arbiter
