#include "lib/base/text_scan.h"

#include <bit>
#include <cstdint>
#include <vector>

#include "lib/base/byte_masks.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

bool breaks_line(char c) { return c == '\n' || c == '\r'; }

// What stands in 64 bytes, one bit a byte.
struct Masks {
  std::uint64_t close = 0;
  std::uint64_t open = 0;
  std::uint64_t brackets = 0;
  std::uint64_t numbers = 0;  // dots behind a digit and not before one
};

// Finds the first tag among the brackets of the block at `p`.
void note_tag_line(const char* p, std::uint64_t brackets, CommentSigns& seen) {
  for (; brackets != 0 && seen.tag_line == nullptr; brackets &= brackets - 1) {
    const char* const bracket = p + std::countr_zero(brackets);
    if (breaks_line(bracket[-1]) && bracket[1] >= 'A' && bracket[1] <= 'Z') {
      seen.tag_line = bracket;
    }
  }
}

// Takes in a block at `p`; says whether the comment ends in it.
bool note_block(const char* p, const Masks& masks, CommentSigns& seen) {
  const std::uint64_t before = (masks.close - 1) & ~masks.close;
  seen.open_brace |= (masks.open & before) != 0;
  seen.number |= (masks.numbers & before) != 0;
  if (const std::uint64_t brackets = masks.brackets & before) {
    seen.bracket = true;
    note_tag_line(p, brackets, seen);
  }
  return masks.close != 0;
}

const char* scan_plain(const char* p, const char* end, CommentSigns& seen) {
  for (; p < end && *p != '}'; ++p) {
    seen.open_brace |= *p == '{';
    seen.number |= *p == '.' && is_digit(p[-1]) && !is_digit(p[1]);
    if (*p == '[') {
      seen.bracket = true;
      note_tag_line(p, 1, seen);
    }
  }
  return p;
}

#if defined(__x86_64__)

__m128i load(const char* p) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)); }

std::uint32_t bits(__m128i low, __m128i high) {
  return static_cast<std::uint32_t>(bits_of(_mm_movemask_epi8(low)) |
                                    bits_of(_mm_movemask_epi8(high)) << 16);
}

std::uint32_t equal(__m128i low, __m128i high, char byte) {
  const __m128i wanted = _mm_set1_epi8(byte);
  return bits(_mm_cmpeq_epi8(low, wanted), _mm_cmpeq_epi8(high, wanted));
}

// In one comparison: what lies above 117 as a signed byte once 70 is added.
std::uint32_t digits(__m128i low, __m128i high) {
  const __m128i shift = _mm_set1_epi8(127 - '9');
  const __m128i bound = _mm_set1_epi8(127 - 10);
  return bits(_mm_cmpgt_epi8(_mm_add_epi8(low, shift), bound),
              _mm_cmpgt_epi8(_mm_add_epi8(high, shift), bound));
}

const char* scan_sse2(const char* p, const char* end, CommentSigns& seen) {
  for (; p < end; p += 32) {
    const __m128i low = load(p);
    const __m128i high = load(p + 16);
    const std::uint32_t numbers = equal(low, high, '.') & digits(load(p - 1), load(p + 15)) &
                                  ~digits(load(p + 1), load(p + 17));
    const Masks masks{equal(low, high, '}'), equal(low, high, '{'), equal(low, high, '['), numbers};
    if ((masks.close | masks.open | masks.brackets | masks.numbers) == 0) continue;
    if (note_block(p, masks, seen)) return p + std::countr_zero(masks.close);
  }
  return end;
}

[[gnu::target("avx2")]] inline __m256i load_avx2(const char* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

[[gnu::target("avx2")]] inline __m256i digits_avx2(__m256i bytes) {
  const __m256i shift = _mm256_set1_epi8(127 - '9');
  const __m256i bound = _mm256_set1_epi8(127 - 10);
  return _mm256_cmpgt_epi8(_mm256_add_epi8(bytes, shift), bound);
}

// The dots among the 32 bytes at `p` that do not stand before a digit.
[[gnu::target("avx2")]] inline __m256i full_stops_at(const char* p, __m256i bytes) {
  return _mm256_andnot_si256(digits_avx2(load_avx2(p + 1)),
                             _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('.')));
}

[[gnu::target("avx2")]] const char* scan_avx2(const char* p, const char* end, CommentSigns& seen) {
  const __m256i last_letter = _mm256_set1_epi8('z');  // above it: { | } ~ DEL
  const __m256i open = _mm256_set1_epi8('{');
  const __m256i close = _mm256_set1_epi8('}');
  const __m256i bracket = _mm256_set1_epi8('[');
  for (; p < end; p += 64) {
    const __m256i low = load_avx2(p);
    const __m256i high = load_avx2(p + 32);
    const __m256i low_bracket = _mm256_cmpeq_epi8(low, bracket);
    const __m256i high_bracket = _mm256_cmpeq_epi8(high, bracket);
    const __m256i low_stop = full_stops_at(p, low);
    const __m256i high_stop = full_stops_at(p + 32, high);
    const __m256i sign =
        _mm256_or_si256(_mm256_or_si256(low_bracket, _mm256_cmpgt_epi8(low, last_letter)),
                        _mm256_or_si256(high_bracket, _mm256_cmpgt_epi8(high, last_letter)));
    const __m256i found = _mm256_or_si256(sign, _mm256_or_si256(low_stop, high_stop));
    if (_mm256_testz_si256(found, found)) continue;
    const std::uint64_t behind_digits =
        mask_of(digits_avx2(load_avx2(p - 1)), digits_avx2(load_avx2(p + 31)));
    const Masks masks{
        .close = mask_of(_mm256_cmpeq_epi8(low, close), _mm256_cmpeq_epi8(high, close)),
        .open = mask_of(_mm256_cmpeq_epi8(low, open), _mm256_cmpeq_epi8(high, open)),
        .brackets = mask_of(low_bracket, high_bracket),
        .numbers = mask_of(low_stop, high_stop) & behind_digits};
    if (note_block(p, masks, seen)) return p + std::countr_zero(masks.close);
  }
  return end;
}

[[gnu::target("avx512f,avx512bw")]] const char* scan_avx512(const char* p, const char* end,
                                                            CommentSigns& seen) {
  const __m512i zero = _mm512_set1_epi8('0');
  const __m512i ten = _mm512_set1_epi8(10);
  for (; p < end; p += 64) {
    const __m512i bytes = _mm512_loadu_si512(p);
    const __mmask64 brackets = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('['));
    const __mmask64 high = _mm512_cmpgt_epi8_mask(bytes, _mm512_set1_epi8('z'));
    const __m512i next = _mm512_sub_epi8(_mm512_loadu_si512(p + 1), zero);
    const __mmask64 dots = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('.'));
    const __mmask64 stops = _mm512_mask_cmpge_epu8_mask(dots, next, ten);
    if ((brackets | high | stops) == 0) continue;
    const __m512i last = _mm512_sub_epi8(_mm512_loadu_si512(p - 1), zero);
    const Masks masks{.close = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('}')),
                      .open = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('{')),
                      .brackets = brackets,
                      .numbers = _mm512_mask_cmplt_epu8_mask(stops, last, ten)};
    if (note_block(p, masks, seen)) return p + std::countr_zero(masks.close);
  }
  return end;
}

std::vector<CommentScan> scans_of_processor() {
  std::vector<CommentScan> scans;
  if (__builtin_cpu_supports("avx512bw")) scans.push_back(scan_avx512);
  if (__builtin_cpu_supports("avx2")) scans.push_back(scan_avx2);
  scans.push_back(scan_sse2);
  scans.push_back(scan_plain);
  return scans;
}

#else

std::vector<CommentScan> scans_of_processor() { return {scan_plain}; }

#endif

}  // namespace

const char* find_comment_end(const char* p, const char* end, CommentSigns& seen) {
  static const CommentScan scan = comment_scans().front();
  return scan(p, end, seen);
}

std::span<const CommentScan> comment_scans() {
  static const std::vector<CommentScan> scans = scans_of_processor();
  return scans;
}

const char* find_line_end(const char* p, const char* end) {
#if defined(__x86_64__)
  for (; p < end; p += 32) {
    const __m128i low = load(p);
    const __m128i high = load(p + 16);
    const std::uint32_t breaks = equal(low, high, '\n') | equal(low, high, '\r');
    if (breaks != 0) return p + std::countr_zero(breaks);
  }
  return end;
#else
  while (p < end && !breaks_line(*p)) ++p;
  return p;
#endif
}

}  // namespace arbiter
