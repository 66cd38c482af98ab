#include "lib/base/text_summary.h"

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <limits>

#include "lib/base/byte_masks.h"

namespace arbiter {
namespace {

constexpr std::size_t kBlock = 64;

// What the kernels find out about a run of blocks, one bit a byte.
struct Masks {
  std::uint64_t line_feeds = 0;
  std::uint64_t carriage_returns = 0;
};

// Counts line breaks and measures lines, block by block.
class LineCounter {
 public:
  LineCounter(std::size_t limit, std::vector<ByteRange>* long_lines)
      : longest_step_(static_cast<std::ptrdiff_t>(limit) + 1), long_lines_(long_lines) {}

  // `offset` is where the block starts. A line that lies within a block is
  // never long, so only the gap before its first break has to be measured.
  [[gnu::always_inline]] void add(Masks masks, std::ptrdiff_t offset) {
    line_feeds_ += static_cast<std::size_t>(std::popcount(masks.line_feeds));
    if ((masks.carriage_returns | ended_in_return_) != 0) add_returns(masks);

    const std::uint64_t breaks = masks.line_feeds | masks.carriage_returns;
    if (offset + std::countr_zero(breaks) - last_break_ > longest_step_ && breaks != 0)
        [[unlikely]] {
      end_line(offset + std::countr_zero(breaks));
    }
    last_break_ = breaks != 0 ? offset + 63 - std::countl_zero(breaks) : last_break_;
  }

  [[gnu::always_inline]] void add_returns(Masks masks) {
    carriage_returns_ += static_cast<std::size_t>(std::popcount(masks.carriage_returns));
    const std::uint64_t after_return = masks.carriage_returns << 1 | ended_in_return_;
    crlf_pairs_ += static_cast<std::size_t>(std::popcount(masks.line_feeds & after_return));
    ended_in_return_ = masks.carriage_returns >> 63;
  }

  // `size` is that of the whole text.
  void finish(std::ptrdiff_t size, TextSummary& summary) {
    if (size - last_break_ > longest_step_) end_line(size);
    summary.line_feeds = line_feeds_;
    summary.carriage_returns = carriage_returns_;
    summary.crlf_pairs = crlf_pairs_;
  }

 private:
  void end_line(std::ptrdiff_t end) { append(*long_lines_, last_break_ + 1, end); }

  // Static, so that a counter can live in registers.
  [[gnu::noinline]] static void append(std::vector<ByteRange>& long_lines, std::ptrdiff_t start,
                                       std::ptrdiff_t end) {
    long_lines.push_back({static_cast<std::size_t>(start), static_cast<std::size_t>(end - start)});
  }

  std::ptrdiff_t longest_step_;  // from one line break to the next
  std::vector<ByteRange>* long_lines_;
  std::ptrdiff_t last_break_ = -1;
  std::uint64_t ended_in_return_ = 0;
  std::size_t line_feeds_ = 0;
  std::size_t carriage_returns_ = 0;
  std::size_t crlf_pairs_ = 0;
};

// Each kernel takes whole blocks, adds the flags to `summary` and feeds the
// lines to `counter`; `offset` is where its first block stands in the text.
struct Blocks {
  const char* bytes;
  std::size_t count;
  std::size_t offset;
};

using Kernel = void (*)(Blocks blocks, TextSummary& summary, LineCounter& counter);

void run_plain(Blocks blocks, TextSummary& summary, LineCounter& counter) {
  LineCounter lines = counter;
  for (std::size_t block = 0; block < blocks.count; ++block) {
    Masks masks;
    for (std::size_t i = 0; i < kBlock; ++i) {
      const auto byte = static_cast<unsigned char>(blocks.bytes[block * kBlock + i]);
      masks.line_feeds |= std::uint64_t{byte == '\n'} << i;
      masks.carriage_returns |= std::uint64_t{byte == '\r'} << i;
      summary.has_high |= byte >= 0x80;
      summary.has_tab |= byte == '\t';
      summary.has_control |=
          (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F;
    }
    lines.add(masks, static_cast<std::ptrdiff_t>(blocks.offset + block * kBlock));
  }
  counter = lines;
}

#if defined(__x86_64__)

void run_sse2(Blocks blocks, TextSummary& summary, LineCounter& counter) {
  LineCounter lines = counter;
  const __m128i line_feed = _mm_set1_epi8('\n');
  const __m128i carriage_return = _mm_set1_epi8('\r');
  const __m128i tab = _mm_set1_epi8('\t');
  const __m128i last_control = _mm_set1_epi8(0x1F);
  const __m128i del = _mm_set1_epi8(0x7F);
  __m128i all = _mm_setzero_si128();
  __m128i tabs = all;
  __m128i controls = all;
  for (std::size_t block = 0; block < blocks.count; ++block) {
    Masks masks;
    for (std::size_t part = 0; part < kBlock; part += 16) {
      const __m128i bytes =
          _mm_loadu_si128(reinterpret_cast<const __m128i*>(blocks.bytes + block * kBlock + part));
      const __m128i is_feed = _mm_cmpeq_epi8(bytes, line_feed);
      const __m128i is_return = _mm_cmpeq_epi8(bytes, carriage_return);
      const __m128i is_tab = _mm_cmpeq_epi8(bytes, tab);
      const __m128i is_low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, last_control), bytes);
      const __m128i is_space = _mm_or_si128(_mm_or_si128(is_feed, is_return), is_tab);
      controls = _mm_or_si128(controls, _mm_andnot_si128(is_space, is_low));
      controls = _mm_or_si128(controls, _mm_cmpeq_epi8(bytes, del));
      tabs = _mm_or_si128(tabs, is_tab);
      all = _mm_or_si128(all, bytes);
      masks.line_feeds |= bits_of(_mm_movemask_epi8(is_feed)) << part;
      masks.carriage_returns |= bits_of(_mm_movemask_epi8(is_return)) << part;
    }
    lines.add(masks, static_cast<std::ptrdiff_t>(blocks.offset + block * kBlock));
  }
  counter = lines;
  summary.has_high |= _mm_movemask_epi8(all) != 0;
  summary.has_tab |= _mm_movemask_epi8(tabs) != 0;
  summary.has_control |= _mm_movemask_epi8(controls) != 0;
}

[[gnu::target("avx2")]] inline std::uint64_t equal_to(char c, __m256i low, __m256i high) {
  const __m256i sought = _mm256_set1_epi8(c);
  return mask_of(_mm256_cmpeq_epi8(low, sought), _mm256_cmpeq_epi8(high, sought));
}

// Of text, most blocks have no byte below the space but line feeds: all others are looked at apart.
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
    const std::uint64_t below_space =
        mask_of(_mm256_cmpeq_epi8(_mm256_min_epu8(low, last_control), low),
                _mm256_cmpeq_epi8(_mm256_min_epu8(high, last_control), high));
    Masks masks{.line_feeds = equal_to('\n', low, high)};
    if (below_space != masks.line_feeds) {
      masks.carriage_returns = equal_to('\r', low, high);
      const std::uint64_t tabs_here = equal_to('\t', low, high);
      tabs |= tabs_here;
      controls |= below_space & ~(masks.line_feeds | masks.carriage_returns | tabs_here);
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
    Masks masks{.line_feeds = _mm512_cmpeq_epi8_mask(bytes, line_feed)};
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
  summarizers.push_back(summarize_with<run_sse2>);
  summarizers.push_back(summarize_with<run_plain>);
  return summarizers;
}

#else

std::vector<Summarizer> summarizers_of_processor() { return {summarize_with<run_plain>}; }

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

std::size_t count_line_breaks(std::string_view text) { return summarize(text).line_breaks(); }

}  // namespace arbiter
