#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/validate/file_validation.h"
#include "tests/pgn/padded_text.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using testing::PaddedText;

struct Place {
  std::uint64_t line;
  std::uint64_t column;
  bool operator==(const Place&) const = default;
};

// Counts byte by byte from the start of the text.
Place slow_place(const std::string& text, std::size_t offset) {
  std::size_t at = std::min(offset, text.size());
  if (at > 0 && at < text.size() && text[at - 1] == '\r' && text[at] == '\n') --at;
  Place place{1, 1};
  for (std::size_t i = 0; i < at;) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') {
      i += 2;
      place = {place.line + 1, 1};
    } else if (text[i] == '\r' || text[i] == '\n') {
      i += 1;
      place = {place.line + 1, 1};
    } else {
      // A character is the shortest sequence that is valid UTF-8, or one byte.
      std::size_t size = 1;
      for (std::size_t length = 1; length <= 4 && i + length <= text.size(); ++length) {
        if (is_utf8(text.substr(i, length))) {
          size = length;
          break;
        }
      }
      i += size;
      ++place.column;
    }
  }
  return place;
}

Diagnostic finding_at(std::uint64_t offset, std::uint32_t length = 1) {
  Diagnostic finding{.code = DiagnosticCode::UnknownToken};
  finding.offset = offset;
  finding.length = length;
  return finding;
}

LocatedDiagnostic locate_one(const std::string& text, std::uint64_t offset,
                             std::uint32_t length = 1) {
  const PaddedText padded(text);
  return Locator(padded.source()).locate(finding_at(offset, length));
}

// Returns lines of all kinds, some long, with characters of one to four bytes, and invalid bytes.
std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> kPieces = {"\n",
                                                   "\r\n",
                                                   "\r",
                                                   "e4 ",
                                                   "Nf3 ",
                                                   "\t",
                                                   "\xC3\xBC",
                                                   "\xE2\x99\x98",
                                                   "\xF0\x9F\x99\x82",
                                                   "\xFC",
                                                   "\x92",
                                                   "\xC3",
                                                   std::string(1, '\0'),
                                                   "\n\r",
                                                   "[Event \"?\"]\n",
                                                   std::string(70, 'x'),
                                                   std::string(300, 'y')};
  std::string text;
  const std::size_t pieces = random() % 200;
  const std::size_t kinds = 1 + random() % kPieces.size();
  const std::size_t first = random() % kPieces.size();
  for (std::size_t i = 0; i < pieces; ++i) {
    text += kPieces[(first + random() % kinds) % kPieces.size()];
  }
  return text;
}

// Returns the offsets where a character or an invalid byte begins.
std::vector<std::size_t> character_starts(const std::string& text) {
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < text.size(); at += size_of_code_points(text.substr(at), 1)) {
    starts.push_back(at);
  }
  starts.push_back(text.size());
  return starts;
}

TEST_CASE("lines and columns are those counted by hand", "[locate]") {
  struct Case {
    std::string text;
    std::uint64_t offset;
    Place place;
  };
  const Case c =
      GENERATE(Case{"", 0, {1, 1}}, Case{"", 7, {1, 1}}, Case{"abc", 2, {1, 3}},
               Case{"abc", 3, {1, 4}}, Case{"abc", 100, {1, 4}}, Case{"a\nb", 1, {1, 2}},
               Case{"a\nb", 2, {2, 1}}, Case{"a\r\nb", 1, {1, 2}}, Case{"a\r\nb", 2, {1, 2}},
               Case{"a\r\nb", 3, {2, 1}}, Case{"a\rb", 2, {2, 1}}, Case{"a\n\rb", 3, {3, 1}},
               Case{"a\n", 2, {2, 1}}, Case{"a\r", 2, {2, 1}}, Case{"\xC3\xBC x", 3, {1, 3}},
               Case{"\xFC x", 2, {1, 3}}, Case{"\xC3\xBC\xFC x", 4, {1, 4}});
  CAPTURE(c.text, c.offset);
  const LocatedDiagnostic located = locate_one(c.text, c.offset);
  CHECK(Place{located.line, located.column} == c.place);
}

TEST_CASE("a walk over random texts finds the places of the slow count", "[locate]") {
  std::mt19937 random(20261121);
  for (int round = 0; round < 60; ++round) {
    const std::string text = random_text(random);
    const PaddedText padded(text);
    const std::uint64_t offset = random() % 2 == 0 ? 0 : 1'000'000;
    Locator locator(padded.source(offset));
    const std::size_t step = 1 + random() % 60;
    for (const std::size_t at : character_starts(text)) {
      if (random() % step != 0) continue;
      CAPTURE(round, at, text);
      const LocatedDiagnostic located = locator.locate(finding_at(offset + at));
      REQUIRE(Place{located.line, located.column} == slow_place(text, at));
    }
  }
}

TEST_CASE("places before and after the text count as its ends", "[locate]") {
  const PaddedText padded("1. e4\n*\n");
  Locator locator(padded.source(100));
  CHECK(locator.locate(finding_at(50)).line == 1);
  CHECK(locator.locate(finding_at(106)).line == 2);
  CHECK(locator.locate(finding_at(5000)).line == 3);
}

TEST_CASE("the excerpt is the line, and the marker is below the finding", "[locate]") {
  struct Case {
    std::string text;
    std::uint64_t offset;
    std::uint32_t length;
    std::string excerpt;
    std::uint32_t start;
    std::uint32_t marked;
  };
  const Case c = GENERATE(
      Case{"1. e4 e5\n2. Nf3 Nc6\n", 12, 3, "2. Nf3 Nc6", 3, 3},
      Case{"1. e4 e5\r\n2. Nf3 Nc6\r\n", 13, 3, "2. Nf3 Nc6", 3, 3},
      Case{"1. e4 e5\n", 6, 200, "1. e4 e5", 6, 2}, Case{"1. e4\te5\n", 5, 1, "1. e4 e5", 5, 1},
      Case{"M\xC3\xBCller x\n", 8, 1, "M\xC3\xBCller x", 7, 1},
      Case{"M\xFCller x\n", 1, 1, "M\xC3\xBCller x", 1, 1},
      Case{"\xE2\x99\x98"
           "f3 e5\n",
           0, 5,
           "\xE2\x99\x98"
           "f3 e5",
           0, 3},
      Case{"e4\n\ne5", 3, 0, "", 0, 1}, Case{"e4\n", 3, 1, "", 0, 1}, Case{"", 0, 0, "", 0, 1});
  CAPTURE(c.text, c.offset);
  const LocatedDiagnostic located = locate_one(c.text, c.offset, c.length);
  CHECK(located.excerpt == c.excerpt);
  CHECK(located.marker_start == c.start);
  CHECK(located.marker_length == c.marked);
  CHECK_FALSE(located.is_cut_before);
  CHECK_FALSE(located.is_cut_after);
}

TEST_CASE("quoted words of the file become UTF-8", "[locate]") {
  const PaddedText padded("M\xFCller");
  Diagnostic finding = finding_at(0);
  finding.message = "M\xFCller is no number";
  finding.help = "M\xC3\xBCller";
  const LocatedDiagnostic located = Locator(padded.source()).locate(finding);
  CHECK(located.diagnostic.message == "M\xC3\xBCller is no number");
  CHECK(located.diagnostic.help == "M\xC3\xBCller");
}

TEST_CASE("only the part of a long line around the finding is shown", "[locate]") {
  const std::string text = std::string(20000, 'a') + "Nf3" + std::string(20000, 'b');
  const LocatedDiagnostic located = locate_one(text, 20000, 3);
  CHECK(located.column == 20001);
  CHECK(located.excerpt.size() < 300);
  CHECK(located.is_cut_before);
  CHECK(located.is_cut_after);
  CHECK(located.excerpt.substr(located.marker_start, located.marker_length) == "Nf3");
}

TEST_CASE("excerpts are UTF-8 on one line, and the marker is within", "[locate]") {
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    const std::string text = random_text(random);
    const PaddedText padded(text);
    Locator locator(padded.source());
    for (std::size_t at = 0; at <= text.size(); at += 1 + random() % 9) {
      CAPTURE(round, at, text);
      const auto length = static_cast<std::uint32_t>(random() % 40);
      const LocatedDiagnostic located = locator.locate(finding_at(at, length));
      REQUIRE(is_utf8(located.excerpt));
      REQUIRE(located.excerpt.find_first_of("\r\n") == std::string::npos);
      REQUIRE(located.marker_length >= 1);
      const std::size_t width = count_code_points(located.excerpt);
      REQUIRE(located.marker_start + located.marker_length <= width + 1);
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
