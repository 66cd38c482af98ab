#include "lib/validate/text_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lib/diagnostics/catalogue.h"
#include "tests/pgn/padded_text.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using namespace std::string_literals;
using testing::PaddedText;

struct Checked {
  std::vector<Diagnostic> findings;
  std::uint64_t lines = 0;
  std::array<std::uint64_t, kDiagnosticCount> counts{};

  std::uint64_t count(DiagnosticCode code) const { return counts[index_of(code)]; }
  std::vector<std::string> ids() const {
    std::vector<std::string> ids;
    for (const Diagnostic& finding : findings) {
      ids.push_back(
          fmt::format("{}@{}+{}", entry_of(finding.code).id, finding.offset, finding.length));
    }
    std::ranges::sort(ids);
    return ids;
  }
};

Checked check(const std::string& text, LineEnd line_end = LineEnd::LineFeed,
              CodeSet wanted = all_codes()) {
  const PaddedText padded(text);
  CollectingSink sink(wanted);
  TextChecker checker(sink);
  Checked checked;
  checked.lines = checker.check(padded.source(), line_end);
  checked.findings = sink.take();
  for (std::size_t i = 0; i < kDiagnosticCount; ++i) {
    checked.counts[i] = sink.count_of(static_cast<DiagnosticCode>(i));
  }
  return checked;
}

std::string message_of(const std::string& text, DiagnosticCode code) {
  for (const Diagnostic& finding : check(text).findings) {
    if (finding.code == code) return finding.message;
  }
  return "nothing";
}

TEST_CASE("characters that do not belong in PGN are found at their first place", "[text_checks]") {
  struct Case {
    std::string text;
    std::vector<std::string> ids;
  };
  const Case c = GENERATE(
      Case{"", {}}, Case{"1. e4 e5 *\n", {}}, Case{"1. e4\te5 *\n", {}},
      Case{"[White \"M\xC3\xBCller\"]\n", {}}, Case{"\xEF\xBB\xBF[White \"Tal\"]\n", {}},
      Case{"M\xFCller, M\xFCller\n", {"not-utf8@1+1"}}, Case{"caf\xC3", {"not-utf8@3+1"}},
      Case{"\xC0\x80\n", {"not-utf8@0+1"}}, Case{"Anna\xC2\x92s\n", {"c1-control@4+2"}},
      Case{"Anna\xC2\xB4s\n", {}}, Case{"e4\xC2\xA0 e5\n", {}}, Case{"e4 \xC2", {"not-utf8@3+1"}},
      Case{"MÃ¼ller, MÃ¼ller\n", {"double-encoding@1+4"}},
      Case{"Ð“Ð°Ð»Ñ\n", {"double-encoding@0+5"}}, Case{"Oâ€™Kelly\n", {"double-encoding@1+8"}},
      Case{"lâ€™Ã©cole\n", {"double-encoding@1+8"}},
      Case{"Kääriäinen, Größe, „LÄ“ ÄÖÜ ÀÉ CAFÉ” São ÍÑÓ\n", {}},
      Case{"1. e4 { \x1B[1m }\n", {"control-character@8+1"}},
      Case{"*\n\x1A", {"control-character@2+1"}}, Case{"*\x7F\n", {"control-character@1+1"}},
      Case{"e4 \0\0\0 e5\n"s, {"nul-byte@3+1"}}, Case{"1. e4\ve5\n", {"vtab@5+1"}},
      Case{"\x0C\v\0\x0C\v\0"s, {"control-character@0+1", "nul-byte@2+1", "vtab@1+1"}});
  CAPTURE(c.text);
  CHECK(check(c.text).ids() == c.ids);
}

TEST_CASE("every such character is counted, selected or not", "[text_checks]") {
  const std::string text = "\0\0 \v \x01 \x02 \xFC \xFC\xFC \xC2\x80\n"s;
  const CodeSet wanted = GENERATE(all_codes(), CodeSet());
  const Checked checked = check(text, LineEnd::LineFeed, wanted);
  CHECK(checked.count(DiagnosticCode::NulByte) == 2);
  CHECK(checked.count(DiagnosticCode::VerticalTab) == 1);
  CHECK(checked.count(DiagnosticCode::ControlCharacter) == 2);
  CHECK(checked.count(DiagnosticCode::NotUtf8) == 3);
  CHECK(checked.count(DiagnosticCode::C1Control) == 1);
  if (wanted.none()) CHECK(checked.findings.empty());
}

TEST_CASE("a byte that is not UTF-8 is decoded as its most likely character", "[text_checks]") {
  CHECK(message_of("M\xFCller", DiagnosticCode::NotUtf8) ==
        "the byte FC is not UTF-8; in Latin-1 and Windows-1252 it is \xC3\xBC");
  CHECK(message_of("Anna\x92s", DiagnosticCode::NotUtf8) ==
        "the byte 92 is not UTF-8; in Windows-1252 it is \xE2\x80\x99");
  CHECK(message_of("Anna\xA0", DiagnosticCode::NotUtf8) ==
        "the byte A0 is not UTF-8; in Latin-1 and Windows-1252 it is a no-break space");
  CHECK(message_of("An\xADna", DiagnosticCode::NotUtf8) ==
        "the byte AD is not UTF-8; in Latin-1 and Windows-1252 it is a soft hyphen");
  CHECK(message_of("\x81", DiagnosticCode::NotUtf8) ==
        "the byte 81 is not UTF-8, and no character of Windows-1252");
  CHECK(message_of("Anna\xC2\x92s", DiagnosticCode::C1Control) ==
        "the control character 146; \xE2\x80\x99 may be meant, as in Windows-1252");
  CHECK(message_of("\xC2\x81", DiagnosticCode::C1Control) ==
        "the control character 129, which PGN does not use");
}

TEST_CASE("line ends are compared with that of the first line", "[text_checks]") {
  struct Case {
    std::string text;
    LineEnd expected;
    std::vector<std::string> ids;
    std::uint64_t lines;
    std::uint64_t mixed;
    std::uint64_t lone;
  };
  const LineEnd lf = LineEnd::LineFeed;
  const LineEnd cr = LineEnd::CarriageReturn;
  const LineEnd both = LineEnd::Both;
  const Case c =
      GENERATE_COPY(Case{"a\nb\nc", lf, {}, 2, 0, 0}, Case{"a\r\nb\r\n", both, {}, 2, 0, 0},
                    Case{"a\nb\r\nc\r\n", lf, {"mixed-newlines@3+2"}, 3, 2, 0},
                    Case{"a\r\nb\nc\r\n\n", both, {"mixed-newlines@4+1"}, 4, 2, 0},
                    Case{"a\rb\rc", cr, {"lone-cr@1+1"}, 2, 0, 2},
                    Case{"a\r\nb\rc\r\n", both, {"lone-cr@4+1", "mixed-newlines@4+1"}, 3, 1, 1},
                    Case{"a\r\nb\r\n", lf, {"mixed-newlines@1+2"}, 2, 2, 0},
                    Case{"a\rb\n\r", cr, {"lone-cr@1+1", "mixed-newlines@3+1"}, 3, 1, 2},
                    Case{"a\r", lf, {"lone-cr@1+1", "mixed-newlines@1+1"}, 1, 1, 1},
                    Case{"a\r\r\nb", both, {"lone-cr@1+1", "mixed-newlines@1+1"}, 2, 1, 1});
  CAPTURE(c.text);
  const Checked checked = check(c.text, c.expected);
  CHECK(checked.ids() == c.ids);
  CHECK(checked.lines == c.lines);
  CHECK(checked.count(DiagnosticCode::MixedNewlines) == c.mixed);
  CHECK(checked.count(DiagnosticCode::LoneCr) == c.lone);
}

TEST_CASE("lines are measured in characters without their end", "[text_checks]") {
  const std::string umlaut = GENERATE("u"s, "\xC3\xBC"s, "\xFC"s, "\xF0\x9F\x98\x80"s);
  const std::string end = GENERATE("\n"s, "\r\n"s, ""s);
  const std::size_t length = GENERATE(0U, 78U, 79U, 80U, 254U, 255U, 30000U);
  std::string line;
  for (std::size_t i = 0; i < length; ++i) line += umlaut;
  CAPTURE(umlaut, end, length);
  CodeSet lengths;
  lengths.set(index_of(DiagnosticCode::LineTooLong)).set(index_of(DiagnosticCode::LineOver79));
  const Checked checked = check("a\n" + line + end, LineEnd::LineFeed, lengths);
  std::vector<std::string> expected;
  if (length > 79) {
    expected.push_back(
        fmt::format("line-over-79@{}+{}", 2 + 79 * umlaut.size(), (length - 79) * umlaut.size()));
  }
  if (length > 254) {
    expected.push_back(fmt::format("line-too-long@2+{}", line.size()));
  }
  CHECK(checked.ids() == expected);
}

TEST_CASE("every long line is counted", "[text_checks]") {
  const std::string line(300, 'x');
  const Checked checked = check(line + "\n" + line + "\n" + line.substr(0, 100) + "\n");
  CHECK(checked.count(DiagnosticCode::LineTooLong) == 2);
  CHECK(checked.count(DiagnosticCode::LineOver79) == 3);
  CHECK(checked.ids() == std::vector<std::string>{"line-over-79@380+221", "line-over-79@681+21",
                                                  "line-over-79@79+221", "line-too-long@0+300"});
}

TEST_CASE("white space around lines is found", "[text_checks]") {
  struct Case {
    std::string text;
    std::vector<std::string> ids;
  };
  const Case c =
      GENERATE(Case{"1. e4 e5\n", {}}, Case{"", {}}, Case{"\n\n", {}},
               Case{" 1. e4\n", {"leading-space@0+1"}}, Case{"1. e4 \t\n*", {"trailing-space@5+2"}},
               Case{"e4\n\t e5 ", {"leading-space@3+2", "trailing-space@7+1"}},
               Case{"e4\n  \ne5", {"trailing-space@3+2"}});
  CAPTURE(c.text);
  CHECK(check(c.text).ids() == c.ids);
}

TEST_CASE("offsets count from the start of the file", "[text_checks]") {
  const PaddedText padded("1. e4\ve5\n");
  CollectingSink sink;
  TextChecker(sink).check(padded.source(1000), LineEnd::LineFeed);
  REQUIRE(sink.diagnostics().size() == 1);
  CHECK(sink.diagnostics().front().offset == 1005);
}

}  // namespace
}  // namespace arbiter::testing
