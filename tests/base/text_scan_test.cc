#include "lib/base/text_scan.h"

#include <catch2/catch.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "lib/base/text_scan.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using namespace std::string_literals;

// Slow but obvious versions of the scans.

TextSummary summarize_slowly(std::string_view text) {
  TextSummary summary;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == '\n') ++summary.line_feeds;
    if (byte == '\r') ++summary.carriage_returns;
    if (byte == '\n' && i > 0 && text[i - 1] == '\r') ++summary.crlf_pairs;
    if (byte == '\t') summary.has_tab = true;
    if (byte >= 0x80) summary.has_high = true;
    if (byte == 0x7F) summary.has_control = true;
    if (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') summary.has_control = true;
  }
  return summary;
}

std::vector<ByteRange> long_lines_slowly(std::string_view text, std::size_t limit) {
  std::vector<ByteRange> found;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != '\n' && text[i] != '\r') continue;
    if (i - start > limit) found.push_back({start, i - start});
    start = i + 1;
  }
  return found;
}

std::size_t count_line_breaks_slowly(std::string_view text) {
  std::size_t breaks = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    breaks += text[i] == '\n' || text[i] == '\r';
  }
  return breaks;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t comment_end_slowly(std::string_view text, std::size_t from, CommentSigns& seen) {
  std::size_t at = from;
  for (; at < text.size() && text[at] != '}'; ++at) {
    if (text[at] == '{') seen.open_brace = true;
    const bool is_behind_digit = at > from && is_digit(text[at - 1]);
    const bool is_before_digit = at + 1 < text.size() && is_digit(text[at + 1]);
    if (text[at] == '.' && is_behind_digit && !is_before_digit) seen.number = true;
    if (text[at] != '[') continue;
    seen.bracket = true;
    if (at == from || (text[at - 1] != '\n' && text[at - 1] != '\r')) continue;
    if (at + 1 == text.size() || text[at + 1] < 'A' || text[at + 1] > 'Z') continue;
    if (seen.tag_line == nullptr) seen.tag_line = text.data() + at;
  }
  return at;
}

// Text of bytes from `alphabet`. Its buffer has exactly its size, so that sanitizers detect every
// read past the end.
class PaddedText {
 public:
  PaddedText(std::mt19937& random, const std::string& alphabet, std::size_t size)
      : bytes_(size + kScanPadding, '\0'), size_(size) {
    for (std::size_t i = 0; i < size; ++i) bytes_[i] = alphabet[random() % alphabet.size()];
  }
  explicit PaddedText(std::string_view text)
      : bytes_(text.begin(), text.end()), size_(text.size()) {
    bytes_.resize(size_ + kScanPadding);
  }
  std::string_view text() const { return {bytes_.data(), size_}; }
  const char* end() const { return bytes_.data() + size_; }

 private:
  std::vector<char> bytes_;
  std::size_t size_;
};

// Returns an alphabet of the `rare` bytes and many letters, for PaddedText.
std::string alphabet(const std::string& rare, std::size_t letters) {
  return rare + std::string(letters, 'e');
}

}  // namespace

TEST_CASE("the summary of random text is the one counted byte by byte", "[text_scan]") {
  std::mt19937 random(1);
  const std::string rare = GENERATE(as<std::string>{}, "\n", "\r\n", "\t\n", "\x7F\n", "\x1F",
                                    "\0"s, "\x80", "\xFF\xC3", "\r\n\t\v\x01\x7F\x80", " ~");
  const std::size_t letters = GENERATE(0u, 3u, 80u, 2000u);
  for (std::size_t size = 0; size < 400; ++size) {
    const PaddedText padded(random, alphabet(rare, letters), size);
    REQUIRE(summarize(padded.text()) == summarize_slowly(padded.text()));
    for (const Summarizer summarizer : summarizers()) {
      std::vector<ByteRange> long_lines;
      REQUIRE(summarizer(padded.text(), 1000, long_lines) == summarize_slowly(padded.text()));
    }
    REQUIRE(count_line_breaks(padded.text()) == count_line_breaks_slowly(padded.text()));
  }
}

TEST_CASE("each byte is counted by its kind, at every place", "[text_scan]") {
  for (int byte = 0; byte < 256; ++byte) {
    for (std::size_t place = 0; place < 130; ++place) {
      std::string text(130, 'a');
      text[place] = static_cast<char>(byte);
      for (const Summarizer summarizer : summarizers()) {
        std::vector<ByteRange> long_lines;
        REQUIRE(summarizer(text, 1000, long_lines) == summarize_slowly(text));
      }
    }
  }
}

TEST_CASE("long lines in random text are found at their places", "[text_scan]") {
  std::mt19937 random(2);
  const std::size_t limit = GENERATE(63u, 79u, 128u, 254u, 255u, 1000u);
  const std::string breaks = GENERATE(as<std::string>{}, "\n", "\r", "\r\n");
  for (int round = 0; round < 400; ++round) {
    const PaddedText padded(random, alphabet(breaks, limit), random() % 5000);
    for (const Summarizer summarizer : summarizers()) {
      std::vector<ByteRange> found;
      REQUIRE(summarizer(padded.text(), limit, found) == summarize_slowly(padded.text()));
      REQUIRE(found == long_lines_slowly(padded.text(), limit));
    }
  }
}

TEST_CASE("a line is long from one byte above the limit", "[text_scan]") {
  for (std::size_t before = 0; before < 130; ++before) {
    const std::string start(before, '\n');
    std::vector<ByteRange> found;
    summarize(start + std::string(255, 'x') + "\r\n" + std::string(255, 'y'), 255, found);
    REQUIRE(found.empty());
    summarize(start + std::string(256, 'x') + "\r\n" + std::string(256, 'y'), 255, found);
    REQUIRE(found == std::vector<ByteRange>{{before, 256}, {before + 258, 256}});
  }
}

TEST_CASE("the end of a comment and the signs before it are found", "[text_scan]") {
  std::mt19937 random(3);
  const std::string rare = GENERATE(as<std::string>{}, "}", "}{", "}[", "[", "\n[E}", "\r[Z%{\xE9",
                                    "}\n[[AA{", "|~\x7F_]", "1.", "}0.5", "9./:}", "0.9\xBA}");
  const std::size_t letters = GENERATE(0u, 2u, 10u, 40u, 500u);
  for (int round = 0; round < 500; ++round) {
    const PaddedText inside(random, alphabet(rare, letters), random() % 400);
    const PaddedText padded("{" + std::string(inside.text()));
    const std::string_view text = padded.text();
    CommentSigns expected;
    const std::size_t end = comment_end_slowly(text, 1, expected);
    for (const CommentScan scan : comment_scans()) {
      CommentSigns seen;
      const char* const found = scan(text.data() + 1, padded.end(), seen);
      REQUIRE(static_cast<std::size_t>(found - text.data()) == end);
      REQUIRE(seen == expected);
    }
  }
}

TEST_CASE("signs in comments are found as people write them", "[text_scan]") {
  struct Case {
    std::string text;
    std::size_t end;
    bool open_brace;
    bool bracket;
    std::optional<std::size_t> tag_line;
  };
  const Case c =
      GENERATE(Case{" [%clk 0:01:00] } 2. e4 { [Event", 16, false, true, std::nullopt},
               Case{"a good move} {[", 11, false, false, std::nullopt},
               Case{"an old one {in brackets}", 23, true, false, std::nullopt},
               Case{"never closed\n\n[Event \"A\"]\n1. e4 {x}", 34, true, true, 14},
               Case{"wrapped\n[%eval 0.1]\n[%clk 1:00:00]}", 34, false, true, std::nullopt},
               Case{"", 0, false, false, std::nullopt},
               Case{"to the end of the file", 22, false, false, std::nullopt});
  const PaddedText padded("{" + c.text);
  const char* const inside = padded.text().data() + 1;
  CommentSigns seen;
  const char* const end = find_comment_end(inside, padded.end(), seen);
  CHECK(static_cast<std::size_t>(end - inside) == c.end);
  CHECK(seen.open_brace == c.open_brace);
  CHECK(seen.bracket == c.bracket);
  CHECK((seen.tag_line != nullptr) == c.tag_line.has_value());
  if (c.tag_line) CHECK(seen.tag_line == inside + *c.tag_line);
}

TEST_CASE("a text contains a part if a search finds it", "[text_scan]") {
  std::mt19937 random(1);
  const std::string part =
      GENERATE(as<std::string>{}, "a", "ab", "abba", "[%a =", "aaaaaaaaaaaaaaaab");
  int found = 0;
  for (std::size_t size = 0; size < 400; ++size) {
    const PaddedText padded(random, alphabet(part, part.size() / 4), size);
    std::string text(padded.text());
    const std::size_t at = random() % (size + 1);
    if (size % 3 == 0 && at + part.size() <= size) text.replace(at, part.size(), part);
    CAPTURE(text);
    REQUIRE(contains(text, part) == (text.find(part) != text.npos));
    found += contains(text, part) ? 1 : 0;
  }
  CHECK(found > 50);
}

TEST_CASE("the end of a line is found", "[text_scan]") {
  std::mt19937 random(4);
  const std::size_t letters = GENERATE(1u, 20u, 300u);
  for (int round = 0; round < 1000; ++round) {
    const PaddedText padded(random, alphabet("\n\r\t\x8A\x0B", letters), random() % 300);
    const std::string_view text = padded.text();
    const std::size_t expected = std::min(text.find_first_of("\r\n"), text.size());
    REQUIRE(find_line_end(text.data(), padded.end()) == text.data() + expected);
  }
}

}  // namespace arbiter::testing
