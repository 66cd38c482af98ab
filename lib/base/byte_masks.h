// What vector instructions tell about bytes, one bit a byte.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>

namespace arbiter {

inline std::uint64_t bits_of(int movemask) { return static_cast<std::uint32_t>(movemask); }

[[gnu::target("avx2")]] inline std::uint64_t mask_of(__m256i low, __m256i high) {
  return bits_of(_mm256_movemask_epi8(low)) | bits_of(_mm256_movemask_epi8(high)) << 32;
}

}  // namespace arbiter

#endif
