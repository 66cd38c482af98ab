// Whole numbers in as few bytes as they need: seven bits a byte, the least first, the upper
// bit set on all but the last (LEB128).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "db/model/byte_cursor.h"

namespace arbiter {

// Appends 1 to 10 bytes. `Bytes` is a string or a vector of bytes.
template <class Bytes>
void append_leb128(std::uint64_t number, Bytes& bytes) {
  using Byte = typename Bytes::value_type;
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<Byte>(number | 0x80));
  bytes.push_back(static_cast<Byte>(number));
}

// Reads the number at `offset` and moves behind it. Nothing where the bytes end before the
// number does, or it has more than 64 bits; `offset` is then the end.
inline std::optional<std::uint64_t> read_leb128(std::span<const std::uint8_t> bytes,
                                                std::size_t& offset) {
  ByteCursor cursor(bytes.subspan(offset));
  const std::uint64_t number = cursor.number();
  offset = bytes.size() - cursor.left();
  if (!cursor.is_sound()) return std::nullopt;
  return number;
}

}  // namespace arbiter
