// Vectorized text searches and summaries.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace arbiter {

// Sixteen bytes of text that are compared at once. Results have one bit per byte; the first byte is
// the lowest bit.
class ByteBlock {
 public:
  static constexpr int kSize = 16;

  // Reads 16 bytes.
  explicit ByteBlock(const char* text) { std::memcpy(&bytes_, text, sizeof bytes_); }

  std::uint32_t equal_to(char c) const { return top_bits(bytes_ == static_cast<unsigned char>(c)); }
  // Returns the bytes that are at most `limit`, compared as unsigned numbers.
  std::uint32_t at_most(unsigned char limit) const { return top_bits(bytes_ <= limit); }
  // Returns the bytes from 80 to FF.
  std::uint32_t high() const { return top_bits(bytes_); }

 private:
  using Bytes = unsigned char __attribute__((vector_size(kSize)));

  template <class Vector>
  static std::uint32_t top_bits(const Vector& bytes) {
#if defined(__SSE2__)
    return static_cast<std::uint32_t>(_mm_movemask_epi8(reinterpret_cast<const __m128i&>(bytes)));
#else
    // Multiplication moves the top bit of byte i to bit 56 + i. The first byte is the lowest, on
    // arm64 and WebAssembly too.
    std::uint64_t halves[2];
    std::memcpy(halves, &bytes, sizeof halves);
    const auto bits_of = [](std::uint64_t half) {
      return static_cast<std::uint32_t>(((half >> 7 & 0x0101010101010101) * 0x0102040810204080) >>
                                        56);
    };
    return bits_of(halves[0]) | bits_of(halves[1]) << 8;
#endif
  }

  Bytes bytes_;
};

struct ByteRange {
  std::size_t offset = 0;
  std::size_t size = 0;
  bool operator==(const ByteRange&) const = default;
};

// The kind of line ends in a file. The PGN standard requires LF, but all three kinds occur.

enum class LineEnd : std::uint8_t { LineFeed, CarriageReturn, Both };  // Both: CR LF

// Returns the common name: "LF", "CR", "CR LF".
constexpr std::string_view to_string(LineEnd line_end) {
  constexpr std::string_view kNames[] = {"LF", "CR", "CR LF"};
  return kNames[static_cast<std::size_t>(line_end)];
}

// Returns the kind of line end at `at`. Precondition: the byte there is LF or CR.
constexpr LineEnd line_end_at(std::string_view text, std::size_t at) {
  if (text[at] == '\n') return LineEnd::LineFeed;
  const bool is_pair = at + 1 < text.size() && text[at + 1] == '\n';
  return is_pair ? LineEnd::Both : LineEnd::CarriageReturn;
}

// The inner loops of the PGN reader.
//
// The text must be followed by kScanPadding NUL bytes, which these functions may read but never
// report. NUL bytes inside the text are treated like other bytes.

inline constexpr std::size_t kScanPadding = 64;

// The special characters in a comment.
struct CommentSigns {
  bool open_brace = false;         // a '{'
  bool bracket = false;            // a '[', which begins a command such as `[%clk`
  bool number = false;             // a '.' between a digit and a non-digit, as in "12. Nf3"
  const char* tag_line = nullptr;  // the first '[' of a line if a capital follows, as in `[Event`
  bool operator==(const CommentSigns&) const = default;
};

// Returns the next '}' in [p, end), or `end`. Adds the special characters before it to `seen`.
// Precondition: `p` is directly after the '{', which is readable. Cost on an Intel Xeon
// (2026-11-21), for `[%clk 0:01:00] }` and for 30 kB of prose:
//   AVX-512: 6 ns, 37 GB/s
//   AVX2: 10 ns, 23 GB/s
const char* find_comment_end(const char* p, const char* end, CommentSigns& seen);

// Returns the implementations of find_comment_end() that this processor supports. The first
// implementation is the fastest, and is used.
using CommentScan = const char* (*)(const char* p, const char* end, CommentSigns& seen);
std::span<const CommentScan> comment_scans();

// Returns whether the text contains `part`, which is not empty. Takes 0.2 instructions per byte
// with AVX2 if the first and last byte of `part` rarely occur at the same distance in the text.
bool contains(std::string_view text, std::string_view part);

// Returns the next '\n' or '\r' in [p, end), or `end`.
const char* find_line_end(const char* p, const char* end);

struct TextSummary {
  std::size_t line_feeds = 0;
  std::size_t carriage_returns = 0;
  std::size_t crlf_pairs = 0;  // these are also counted as line feeds and as carriage returns
  bool has_high = false;       // a byte from 80 to FF
  bool has_control = false;    // a byte from 00 to 1F, or 7F, except \t, \n and \r
  bool has_tab = false;

  // Returns the number of line ends; LF, CR LF and a lone CR each end a line.
  std::size_t line_breaks() const { return line_feeds + carriage_returns - crlf_pairs; }

  bool operator==(const TextSummary&) const = default;
};

// Summarizes a text in one pass. Runs at 23 GB/s with AVX-512, and 20 GB/s with AVX2 (300 kB of
// movetext in the L2 cache, Intel Xeon, 2026-11-21).
TextSummary summarize(std::string_view text);

// Summarizes a text, and appends the ranges of lines with more than `limit` bytes to `long_lines`,
// in order and without line ends. The start and the end of the text also delimit lines.
// Precondition: limit >= 63.
TextSummary summarize(std::string_view text, std::size_t limit, std::vector<ByteRange>& long_lines);

// Returns the implementations of summarize() that this processor supports. The first implementation
// is the fastest, and is used.
using Summarizer = TextSummary (*)(std::string_view text, std::size_t limit,
                                   std::vector<ByteRange>& long_lines);
std::span<const Summarizer> summarizers();

// Returns the number of line ends, like TextSummary::line_breaks().
std::size_t count_line_breaks(std::string_view text);

}  // namespace arbiter
