// Where some bytes of a text stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace arbiter {

struct ByteRange {
  std::size_t offset = 0;
  std::size_t size = 0;
  bool operator==(const ByteRange&) const = default;
};

// How lines end. The standard asks for LF; files come with all three.

enum class LineEnd : std::uint8_t { LineFeed, CarriageReturn, Both };  // Both: CR LF

// Its common name: "LF", "CR", "CR LF".
constexpr std::string_view to_string(LineEnd line_end) {
  switch (line_end) {
    case LineEnd::LineFeed:
      return "LF";
    case LineEnd::CarriageReturn:
      return "CR";
    case LineEnd::Both:
      return "CR LF";
  }
  return "";
}

// Precondition: a line of `text` ends at `at`, whose byte is LF or CR.
constexpr LineEnd line_end_at(std::string_view text, std::size_t at) {
  if (text[at] == '\n') return LineEnd::LineFeed;
  const bool is_pair = at + 1 < text.size() && text[at + 1] == '\n';
  return is_pair ? LineEnd::Both : LineEnd::CarriageReturn;
}

// The reader's inner loops: from here to the next byte that matters.
//
// All take text that is followed by kScanPadding NUL bytes, which they may read
// and never report. NUL bytes in the text itself are bytes like others.

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
// Precondition: `p` stands behind the '{', which may be read. 6 ns for
// `[%clk 0:01:00] }` and 37 GB/s in 30 kB of prose with AVX-512; 10 ns and 23 GB/s with
// AVX2 (Intel Xeon, 2026-11-21).
const char* find_comment_end(const char* p, const char* end, CommentSigns& seen);

// All ways to do that which this processor has, the fastest first, which is the one
// that is used.
using CommentScan = const char* (*)(const char* p, const char* end, CommentSigns& seen);
std::span<const CommentScan> comment_scans();

// The next '\n' or '\r' in [p, end), or `end`.
const char* find_line_end(const char* p, const char* end);

// What a stretch of text is made of, found in one pass at memory speed.

struct TextSummary {
  std::size_t line_feeds = 0;
  std::size_t carriage_returns = 0;
  std::size_t crlf_pairs = 0;  // counted among both
  bool has_high = false;       // a byte of 80..FF
  bool has_control = false;    // a byte of 00..1F or 7F other than \t, \n and \r
  bool has_tab = false;

  // LF, CRLF and a lone CR each end a line.
  std::size_t line_breaks() const { return line_feeds + carriage_returns - crlf_pairs; }

  bool operator==(const TextSummary&) const = default;
};

// 23 GB/s with AVX-512, 20 GB/s with AVX2, 6 GB/s with SSE2 (300 kB of moves in the
// second-level cache, Intel Xeon, 2026-11-21); plain C++ on other processors.
TextSummary summarize(std::string_view text);

// The same, and appends to `long_lines` where lines of more than `limit` bytes
// stand, in order, line breaks not counted. The text's ends end a line.
// Precondition: limit >= 63.
TextSummary summarize(std::string_view text, std::size_t limit, std::vector<ByteRange>& long_lines);

// All ways to do that which this processor has, the fastest first, which is the one
// that is used.
using Summarizer = TextSummary (*)(std::string_view text, std::size_t limit,
                                   std::vector<ByteRange>& long_lines);
std::span<const Summarizer> summarizers();

// The line breaks in the text, as TextSummary::line_breaks().
std::size_t count_line_breaks(std::string_view text);

}  // namespace arbiter
