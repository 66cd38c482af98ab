// Compares sixteen bytes of text at once. Results have one bit a byte, the first byte lowest.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace arbiter {

#if defined(__SSE2__)

class ByteBlock {
 public:
  static constexpr int kSize = 16;

  // Reads 16 bytes from `text`.
  explicit ByteBlock(const char* text)
      : bytes_(_mm_loadu_si128(reinterpret_cast<const __m128i*>(text))) {}

  std::uint32_t equal_to(char c) const { return mask(_mm_cmpeq_epi8(bytes_, _mm_set1_epi8(c))); }
  // Compares bytes as unsigned numbers.
  std::uint32_t at_most(unsigned char limit) const {
    const __m128i bound = _mm_set1_epi8(static_cast<char>(limit));
    return mask(_mm_cmpeq_epi8(_mm_min_epu8(bytes_, bound), bytes_));
  }
  // Returns the bytes from 80 to FF.
  std::uint32_t high() const { return mask(bytes_); }

 private:
  static std::uint32_t mask(__m128i matches) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(matches));
  }

  __m128i bytes_;
};

#else

// The same with plain loops, which compilers for other processors vectorize.
class ByteBlock {
 public:
  static constexpr int kSize = 16;

  explicit ByteBlock(const char* text) { std::memcpy(bytes_, text, sizeof bytes_); }

  std::uint32_t equal_to(char c) const {
    std::uint32_t mask = 0;
    for (int i = 0; i < kSize; ++i) {
      mask |= static_cast<std::uint32_t>(bytes_[i] == static_cast<unsigned char>(c)) << i;
    }
    return mask;
  }
  std::uint32_t at_most(unsigned char limit) const {
    std::uint32_t mask = 0;
    for (int i = 0; i < kSize; ++i) mask |= static_cast<std::uint32_t>(bytes_[i] <= limit) << i;
    return mask;
  }
  std::uint32_t high() const {
    std::uint32_t mask = 0;
    for (int i = 0; i < kSize; ++i) mask |= static_cast<std::uint32_t>(bytes_[i] >> 7) << i;
    return mask;
  }

 private:
  unsigned char bytes_[kSize];
};

#endif

}  // namespace arbiter
