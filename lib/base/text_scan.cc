#include "lib/base/text_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "lib/base/text.h"
#include "lib/base/text_scan.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace arbiter {
namespace {

bool breaks_line(char c) { return c == '\n' || c == '\r'; }

// The special characters in 64 bytes, one bit per byte.
struct Masks {
  std::uint64_t close = 0;
  std::uint64_t open = 0;
  std::uint64_t brackets = 0;
  std::uint64_t numbers = 0;  // dots between a digit and a non-digit
};

// Finds the first bracket in the block at `p` that may begin a tag pair.
void note_tag_line(const char* p, std::uint64_t brackets, CommentSigns& seen) {
  for (; brackets != 0 && seen.tag_line == nullptr; brackets &= brackets - 1) {
    const char* const bracket = p + std::countr_zero(brackets);
    if (breaks_line(bracket[-1]) && bracket[1] >= 'A' && bracket[1] <= 'Z') {
      seen.tag_line = bracket;
    }
  }
}

// Adds the special characters of the block at `p` to `seen`. Returns true if the comment ends in
// this block.
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

std::uint32_t digits(const char* p) {
  const ByteBlock bytes(p);
  return bytes.at_most('9') & ~bytes.at_most('0' - 1);
}

const char* scan_blocks(const char* p, const char* end, CommentSigns& seen) {
  for (; p < end; p += ByteBlock::kSize) {
    const ByteBlock bytes(p);
    const Masks masks{.close = bytes.equal_to('}'),
                      .open = bytes.equal_to('{'),
                      .brackets = bytes.equal_to('['),
                      .numbers = bytes.equal_to('.') & digits(p - 1) & ~digits(p + 1)};
    if ((masks.close | masks.open | masks.brackets | masks.numbers) == 0) continue;
    if (note_block(p, masks, seen)) return p + std::countr_zero(masks.close);
  }
  return end;
}

#if defined(__x86_64__)

std::uint64_t bits_of(int movemask) { return static_cast<std::uint32_t>(movemask); }

[[gnu::target("avx2")]] inline std::uint64_t mask_of(__m256i low, __m256i high) {
  return bits_of(_mm256_movemask_epi8(low)) | bits_of(_mm256_movemask_epi8(high)) << 32;
}

[[gnu::target("avx2")]] inline __m256i load_avx2(const char* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

[[gnu::target("avx2")]] inline __m256i digits_avx2(__m256i bytes) {
  const __m256i shift = _mm256_set1_epi8(127 - '9');
  const __m256i bound = _mm256_set1_epi8(127 - 10);
  return _mm256_cmpgt_epi8(_mm256_add_epi8(bytes, shift), bound);
}

// Returns the dots among the 32 bytes at `p` that are not followed by a digit.
[[gnu::target("avx2")]] inline __m256i full_stops_at(const char* p, __m256i bytes) {
  return _mm256_andnot_si256(digits_avx2(load_avx2(p + 1)),
                             _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('.')));
}

[[gnu::target("avx2")]] const char* scan_avx2(const char* p, const char* end, CommentSigns& seen) {
  const __m256i last_letter = _mm256_set1_epi8('z');  // the characters above it are { | } ~ DEL
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

// Returns the first block of 64 bytes from `p` on in which `part` may begin, or the incomplete
// rest.
[[gnu::target("avx2")]] const char* skip_without(std::string_view part, const char* p,
                                                 const char* end) {
  const auto distance = static_cast<std::ptrdiff_t>(part.size()) - 1;
  const __m256i first = _mm256_set1_epi8(part.front());
  const __m256i last = _mm256_set1_epi8(part.back());
  for (; end - p >= 64 + distance; p += 64) {
    const __m256i low = _mm256_and_si256(_mm256_cmpeq_epi8(load_avx2(p), first),
                                         _mm256_cmpeq_epi8(load_avx2(p + distance), last));
    const __m256i high = _mm256_and_si256(_mm256_cmpeq_epi8(load_avx2(p + 32), first),
                                          _mm256_cmpeq_epi8(load_avx2(p + 32 + distance), last));
    const __m256i both = _mm256_or_si256(low, high);
    if (!_mm256_testz_si256(both, both)) break;
  }
  return p;
}

std::vector<CommentScan> scans_of_processor() {
  std::vector<CommentScan> scans;
  if (__builtin_cpu_supports("avx512bw")) scans.push_back(scan_avx512);
  if (__builtin_cpu_supports("avx2")) scans.push_back(scan_avx2);
  scans.push_back(scan_blocks);
  return scans;
}

#else

std::vector<CommentScan> scans_of_processor() { return {scan_blocks}; }

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

bool contains(std::string_view text, std::string_view part) {
  const char* p = text.data();
  const char* const end = p + text.size();
  const auto block = static_cast<std::ptrdiff_t>(63 + part.size());
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  for (; has_avx2 && end - p >= block; p += 64) {
    p = skip_without(part, p, end);
    const auto size = static_cast<std::size_t>(std::min(end - p, block));
    if (std::string_view(p, size).find(part) != part.npos) return true;
    if (end - p < block) return false;
  }
#endif
  return std::string_view(p, static_cast<std::size_t>(end - p)).find(part) != part.npos;
}

const char* find_line_end(const char* p, const char* end) {
  for (; p < end; p += ByteBlock::kSize) {
    const ByteBlock bytes(p);
    const std::uint32_t breaks = bytes.equal_to('\n') | bytes.equal_to('\r');
    if (breaks != 0) return p + std::countr_zero(breaks);
  }
  return end;
}

namespace {

constexpr std::size_t kBlock = 64;

// The line ends in a block, one bit per byte.
struct LineMasks {
  std::uint64_t line_feeds = 0;
  std::uint64_t carriage_returns = 0;
};

// Counts line breaks and measures lines, block by block.
class LineCounter {
 public:
  LineCounter(std::size_t limit, std::vector<ByteRange>* long_lines)
      : longest_step_(static_cast<std::ptrdiff_t>(limit) + 1), long_lines_(long_lines) {}

  // Adds a block at `offset`. Only the line that ends at the first line end of the block is
  // measured, because lines inside a block are never too long.
  [[gnu::always_inline]] void add(LineMasks masks, std::ptrdiff_t offset) {
    line_feeds_ += static_cast<std::size_t>(std::popcount(masks.line_feeds));
    if ((masks.carriage_returns | ended_in_return_) != 0) add_returns(masks);

    const std::uint64_t breaks = masks.line_feeds | masks.carriage_returns;
    if (offset + std::countr_zero(breaks) - last_break_ > longest_step_ && breaks != 0)
        [[unlikely]] {
      end_line(offset + std::countr_zero(breaks));
    }
    last_break_ = breaks != 0 ? offset + 63 - std::countl_zero(breaks) : last_break_;
  }

  // Adds a block without line ends.
  [[gnu::always_inline]] void skip() { ended_in_return_ = 0; }

  [[gnu::always_inline]] void add_returns(LineMasks masks) {
    carriage_returns_ += static_cast<std::size_t>(std::popcount(masks.carriage_returns));
    const std::uint64_t after_return = masks.carriage_returns << 1 | ended_in_return_;
    crlf_pairs_ += static_cast<std::size_t>(std::popcount(masks.line_feeds & after_return));
    ended_in_return_ = masks.carriage_returns >> 63;
  }

  // Completes the counts at the end of the text.
  void finish(std::ptrdiff_t size, TextSummary& summary) {
    if (size - last_break_ > longest_step_) end_line(size);
    summary.line_feeds = line_feeds_;
    summary.carriage_returns = carriage_returns_;
    summary.crlf_pairs = crlf_pairs_;
  }

 private:
  void end_line(std::ptrdiff_t end) { append(*long_lines_, last_break_ + 1, end); }

  // Static, so that the compiler can keep the counter in registers.
  [[gnu::noinline]] static void append(std::vector<ByteRange>& long_lines, std::ptrdiff_t start,
                                       std::ptrdiff_t end) {
    long_lines.push_back({static_cast<std::size_t>(start), static_cast<std::size_t>(end - start)});
  }

  std::ptrdiff_t longest_step_;  // maximum distance between two line breaks
  std::vector<ByteRange>* long_lines_;
  std::ptrdiff_t last_break_ = -1;
  std::uint64_t ended_in_return_ = 0;
  std::size_t line_feeds_ = 0;
  std::size_t carriage_returns_ = 0;
  std::size_t crlf_pairs_ = 0;
};

// Complete blocks of a text from `offset` on. Kernels update `summary` and `counter`.
struct Blocks {
  const char* bytes;
  std::size_t count;
  std::size_t offset;
};

using Kernel = void (*)(Blocks blocks, TextSummary& summary, LineCounter& counter);

void run_blocks(Blocks blocks, TextSummary& summary, LineCounter& counter) {
  LineCounter lines = counter;
  std::uint32_t high = 0;
  std::uint32_t tabs = 0;
  std::uint32_t controls = 0;
  for (std::size_t block = 0; block < blocks.count; ++block) {
    LineMasks masks;
    for (std::size_t part = 0; part < kBlock; part += ByteBlock::kSize) {
      const ByteBlock bytes(blocks.bytes + block * kBlock + part);
      const std::uint32_t feeds = bytes.equal_to('\n');
      const std::uint32_t returns = bytes.equal_to('\r');
      const std::uint32_t tabs_here = bytes.equal_to('\t');
      high |= bytes.high();
      tabs |= tabs_here;
      controls |= (bytes.at_most(0x1F) & ~(feeds | returns | tabs_here)) | bytes.equal_to(0x7F);
      masks.line_feeds |= std::uint64_t{feeds} << part;
      masks.carriage_returns |= std::uint64_t{returns} << part;
    }
    lines.add(masks, static_cast<std::ptrdiff_t>(blocks.offset + block * kBlock));
  }
  counter = lines;
  summary.has_high |= high != 0;
  summary.has_tab |= tabs != 0;
  summary.has_control |= controls != 0;
}

#if defined(__x86_64__)

[[gnu::target("avx2")]] inline std::uint64_t equal_to(char c, __m256i low, __m256i high) {
  const __m256i sought = _mm256_set1_epi8(c);
  return mask_of(_mm256_cmpeq_epi8(low, sought), _mm256_cmpeq_epi8(high, sought));
}

// Most blocks contain only line feeds below the space character. Other blocks are checked in more
// detail.
[[gnu::target("avx2,bmi,lzcnt,popcnt")]] void run_avx2(Blocks blocks, TextSummary& summary,
                                                       LineCounter& counter) {
  LineCounter lines = counter;
  const __m256i last_control = _mm256_set1_epi8(0x1F);
  __m256i highest = _mm256_setzero_si256();
  std::uint64_t tabs = 0;
  std::uint64_t controls = 0;
  for (std::size_t block = 0; block < blocks.count; ++block) {
    const auto* const bytes = reinterpret_cast<const __m256i*>(blocks.bytes + block * kBlock);
    const __m256i low = _mm256_loadu_si256(bytes);
    const __m256i high = _mm256_loadu_si256(bytes + 1);
    highest = _mm256_max_epu8(highest, _mm256_max_epu8(low, high));
    const __m256i low_controls = _mm256_cmpeq_epi8(_mm256_min_epu8(low, last_control), low);
    const __m256i high_controls = _mm256_cmpeq_epi8(_mm256_min_epu8(high, last_control), high);
    const __m256i all_controls = _mm256_or_si256(low_controls, high_controls);
    if (_mm256_testz_si256(all_controls, all_controls)) {
      lines.skip();
      continue;
    }
    const std::uint64_t below_space = mask_of(low_controls, high_controls);
    LineMasks masks{.line_feeds = equal_to('\n', low, high)};
    if (below_space != masks.line_feeds) {
      masks.carriage_returns = equal_to('\r', low, high);
      const std::uint64_t others = below_space & ~(masks.line_feeds | masks.carriage_returns);
      if (others != 0) [[unlikely]] {
        const std::uint64_t tabs_here = equal_to('\t', low, high);
        tabs |= tabs_here;
        controls |= others & ~tabs_here;
      }
    }
    lines.add(masks, static_cast<std::ptrdiff_t>(blocks.offset + block * kBlock));
  }
  counter = lines;
  summary.has_high |= _mm256_movemask_epi8(highest) != 0;
  summary.has_tab |= tabs != 0;
  const __m256i del = _mm256_set1_epi8(0x7F);
  const bool may_have_del =
      _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(highest, del), highest)) != 0;
  summary.has_control |=
      controls != 0 ||
      (may_have_del && std::memchr(blocks.bytes, 0x7F, blocks.count * kBlock) != nullptr);
}

[[gnu::target("avx512f,avx512bw,bmi,lzcnt,popcnt")]] void run_avx512(Blocks blocks,
                                                                     TextSummary& summary,
                                                                     LineCounter& counter) {
  LineCounter lines = counter;
  const __m512i last_control = _mm512_set1_epi8(0x1F);
  const __m512i line_feed = _mm512_set1_epi8('\n');
  __m512i highest = _mm512_setzero_si512();
  std::uint64_t tabs = 0;
  std::uint64_t controls = 0;
  for (std::size_t block = 0; block < blocks.count; ++block) {
    const __m512i bytes = _mm512_loadu_si512(blocks.bytes + block * kBlock);
    highest = _mm512_max_epu8(highest, bytes);
    const std::uint64_t below_space = _mm512_cmple_epu8_mask(bytes, last_control);
    LineMasks masks{.line_feeds = _mm512_cmpeq_epi8_mask(bytes, line_feed)};
    if (below_space != masks.line_feeds) {
      masks.carriage_returns = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\r'));
      const std::uint64_t tabs_here = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\t'));
      tabs |= tabs_here;
      controls |= below_space & ~(masks.line_feeds | masks.carriage_returns | tabs_here);
    }
    lines.add(masks, static_cast<std::ptrdiff_t>(blocks.offset + block * kBlock));
  }
  counter = lines;
  summary.has_high |= _mm512_movepi8_mask(highest) != 0;
  summary.has_tab |= tabs != 0;
  const bool may_have_del = _mm512_cmpge_epu8_mask(highest, _mm512_set1_epi8(0x7F)) != 0;
  summary.has_control |=
      controls != 0 ||
      (may_have_del && std::memchr(blocks.bytes, 0x7F, blocks.count * kBlock) != nullptr);
}

#endif

TextSummary run(Kernel kernel, std::string_view text, LineCounter lines) {
  TextSummary summary;
  const std::size_t whole_blocks = text.size() / kBlock;
  const std::size_t rest = whole_blocks * kBlock;
  kernel({text.data(), whole_blocks, 0}, summary, lines);
  if (rest < text.size()) {
    std::array<char, kBlock> last;
    last.fill(' ');
    std::memcpy(last.data(), text.data() + rest, text.size() - rest);
    kernel({last.data(), 1, rest}, summary, lines);
  }
  lines.finish(static_cast<std::ptrdiff_t>(text.size()), summary);
  return summary;
}

template <Kernel kKernel>
TextSummary summarize_with(std::string_view text, std::size_t limit,
                           std::vector<ByteRange>& long_lines) {
  assert(limit >= kBlock - 1);
  return run(kKernel, text, LineCounter(limit, &long_lines));
}

#if defined(__x86_64__)

std::vector<Summarizer> summarizers_of_processor() {
  std::vector<Summarizer> summarizers;
  const bool has_bit_counts = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("lzcnt") &&
                              __builtin_cpu_supports("popcnt");
  const bool has_avx2 = has_bit_counts && __builtin_cpu_supports("avx2");
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512bw");
  if (has_avx512) summarizers.push_back(summarize_with<run_avx512>);
  if (has_avx2) summarizers.push_back(summarize_with<run_avx2>);
  summarizers.push_back(summarize_with<run_blocks>);
  return summarizers;
}

#else

std::vector<Summarizer> summarizers_of_processor() { return {summarize_with<run_blocks>}; }

#endif

}  // namespace

TextSummary summarize(std::string_view text) {
  std::vector<ByteRange> none;
  return summarize(text, std::numeric_limits<std::uint32_t>::max(), none);
}

TextSummary summarize(std::string_view text, std::size_t limit,
                      std::vector<ByteRange>& long_lines) {
  static const Summarizer summarizer = summarizers().front();
  return summarizer(text, limit, long_lines);
}

std::span<const Summarizer> summarizers() {
  static const std::vector<Summarizer> summarizers = summarizers_of_processor();
  return summarizers;
}

std::size_t count_line_breaks(std::string_view text) {
  constexpr std::size_t kShort = 256;
  if (text.size() > kShort) return summarize(text).line_breaks();
  std::size_t count = 0;
  std::size_t at = 0;
  for (; text.size() - at > ByteBlock::kSize; at += ByteBlock::kSize) {
    const ByteBlock bytes(text.data() + at);
    const std::uint32_t returns = bytes.equal_to('\r');
    std::uint32_t feeds = bytes.equal_to('\n');
    if ((feeds | returns) == 0) continue;
    const std::uint32_t next = text[at + ByteBlock::kSize] == '\n' ? 1U << ByteBlock::kSize : 0;
    feeds |= returns & ~((feeds | next) >> 1);  // counts CR LF once
    for (; feeds != 0; feeds &= feeds - 1) ++count;
  }
  for (; at < text.size(); ++at) {
    const bool is_pair = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    count += breaks_line(text[at]) && !is_pair ? 1 : 0;
  }
  return count;
}

}  // namespace arbiter
