// The reader's inner loops: from here to the next byte that matters.
//
// All take text that is followed by kScanPadding NUL bytes, which they may read
// and never report. NUL bytes in the text itself are bytes like others.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>

#include "lib/base/text.h"
#endif

namespace arbiter {

inline constexpr std::size_t kScanPadding = 64;

// What stood in a comment before its end.
struct CommentSigns {
  bool open_brace = false;         // a '{'
  bool bracket = false;            // a '[', which begins a command: `[%clk`
  bool number = false;             // a '.' behind a digit and not before one, as in "12. Nf3"
  const char* tag_line = nullptr;  // the first '[' that starts a line and stands before a
                                   // capital, `[Event`: the comment may have no end
  bool operator==(const CommentSigns&) const = default;
};

// The next '}' in [p, end), or `end`. Adds to `seen` what stands before it.
// `p` stands behind the '{': not at the start of a line. 6 ns for
// `[%clk 0:01:00] }`, 19 GB/s in 30 kB of prose (Intel Xeon, AVX2, 2026-11-21).
const char* find_comment_end(const char* p, const char* end, CommentSigns& seen);

// The next '\n' or '\r' in [p, end), or `end`.
const char* find_line_end(const char* p, const char* end);

// How it is done. The first bytes are looked at here, inlined, because most
// comments are short; the loop for the rest is in the source.
namespace scan_internal {

const char* find_comment_end_from(const char* p, const char* end, CommentSigns& seen);
void note_tag_line(const char* p, std::uint64_t candidates, CommentSigns& seen);

#if defined(__SSE2__)
inline __m128i load(const char* p) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)); }

inline std::uint32_t bits(__m128i low, __m128i high) {
  return static_cast<std::uint32_t>(_mm_movemask_epi8(low)) |
         static_cast<std::uint32_t>(_mm_movemask_epi8(high)) << 16;
}

inline std::uint32_t equal(__m128i low, __m128i high, char byte) {
  const __m128i wanted = _mm_set1_epi8(byte);
  return bits(_mm_cmpeq_epi8(low, wanted), _mm_cmpeq_epi8(high, wanted));
}

// In one comparison: what lies above 117 as a signed byte once 70 is added.
inline std::uint32_t digits(__m128i low, __m128i high) {
  const __m128i shift = _mm_set1_epi8(127 - '9');
  const __m128i bound = _mm_set1_epi8(127 - 10);
  return bits(_mm_cmpgt_epi8(_mm_add_epi8(low, shift), bound),
              _mm_cmpgt_epi8(_mm_add_epi8(high, shift), bound));
}

// A superset of the line breaks, in one comparison.
inline std::uint32_t may_break_line(__m128i low, __m128i high) {
  const __m128i bound = _mm_set1_epi8('\r' + 1);
  return bits(_mm_cmplt_epi8(low, bound), _mm_cmplt_epi8(high, bound));
}
#endif

}  // namespace scan_internal

inline const char* find_comment_end(const char* p, const char* end, CommentSigns& seen) {
#if defined(__SSE2__)
  const __m128i low = scan_internal::load(p);
  const __m128i high = scan_internal::load(p + 16);
  const std::uint32_t close = scan_internal::equal(low, high, '}');
  const std::uint32_t before = (close - 1) & ~close;  // all where there is no '}'
  const std::uint32_t brackets = scan_internal::equal(low, high, '[') & before;
  seen.open_brace |= (scan_internal::equal(low, high, '{') & before) != 0;
  seen.bracket |= brackets != 0;
  const std::uint32_t digits = scan_internal::digits(low, high);
  const std::uint32_t first_behind = is_digit(p[32]) ? 0x8000'0000 : 0;
  seen.number |= (scan_internal::equal(low, high, '.') & before & digits << 1 &
                  ~(digits >> 1 | first_behind)) != 0;
  if (brackets & scan_internal::may_break_line(low, high) << 1) [[unlikely]] {
    scan_internal::note_tag_line(p, brackets & ~1u, seen);
  }
  if (close != 0) return p + std::countr_zero(close);
  if (end - p <= 32) return end;
  return scan_internal::find_comment_end_from(p + 32, end, seen);
#else
  if (p == end || *p == '}') return p;
  seen.open_brace |= *p == '{';
  seen.bracket |= *p == '[';
  return scan_internal::find_comment_end_from(p + 1, end, seen);
#endif
}

inline const char* find_line_end(const char* p, const char* end) {
#if defined(__SSE2__)
  for (; p < end; p += 32) {
    const __m128i low = scan_internal::load(p);
    const __m128i high = scan_internal::load(p + 16);
    const std::uint32_t breaks =
        scan_internal::equal(low, high, '\n') | scan_internal::equal(low, high, '\r');
    if (breaks != 0) return p + std::countr_zero(breaks);
  }
  return end;
#else
  while (p < end && *p != '\n' && *p != '\r') ++p;
  return p;
#endif
}

}  // namespace arbiter
