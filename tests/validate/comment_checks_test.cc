#include "lib/validate/comment_checks.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "lib/diagnostics/catalogue.h"
#include "lib/pgn/reader.h"
#include "tests/pgn/game_builder.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Returns "id[marked text]" for each finding in the comment.
std::string summary_of(const std::string& comment) {
  const std::string text = "1. e4 " + comment + "\n\n";
  const std::string padded = text + std::string(kTextPadding, '\0');
  CollectingSink nobody;
  PgnReader reader({.text = std::string_view(padded).substr(0, text.size())}, nobody);
  PgnGame game;
  REQUIRE(reader.next(game));
  const auto comment_token = std::ranges::find(game.tokens, TokenKind::BraceComment, &Token::kind);
  REQUIRE(comment_token != game.tokens.end());
  CollectingSink sink;
  GameReporter reporter(sink);
  reporter.start(game);
  check_comment(reporter, *comment_token);
  std::string summary;
  for (const Diagnostic& finding : sink.diagnostics()) {
    if (!summary.empty()) summary += ' ';
    summary += std::string(entry_of(finding.code).id) + '[';
    summary += game.text.substr(finding.offset, finding.length);
    summary += ']';
  }
  return summary;
}

TEST_CASE("good comments have no findings", "[comment_checks]") {
  const std::string comment = GENERATE(
      as<std::string>{}, "{}", "{ }", "{ [%clk 0:01:00] }", "{ [%clk 9:59:59] }",
      "{[%clk 0:10:41]}", "{ [%eval 0.17] [%clk 0:01:00] }", "{[%eval #-3]}", "{[%eval -#3]}",
      "{[%eval -2.7,18]}", "{ [%clk 0:00:58.6] }", "{[%emt 0.01]}", "{[%emt 0:00:01]}",
      "{[%mct 01:23:45]}", "{[%egt 0:10:00]}", "{ [%clk 51:51] }", "{[%csl Ga4,Rb5]}",
      "{[%cal Ra1h8,Ye2e4, Gg1f3]}", "{[%evp 0,81,19,-3]}", "{[%tqu \"En\",\"\",\"\"]}",
      "{[%csl\nGa4]}", "{a long comment [in brackets] without a command}",
      "{d=25, sd=66, pv=Nf3 Nc6 Bb5, wv=0.00, R50=49.5}", "{see page 12. Nobody knows}",
      "{version 3.1e4}", "{in 1972. He won}", "{percent: 50% [50%]}");
  CAPTURE(comment);
  REQUIRE(summary_of(comment).empty());
}

TEST_CASE("each fault of a comment is found in its place", "[comment_checks]") {
  struct Row {
    std::string comment;
    std::string summary;
  };
  const Row row = GENERATE(values<Row>({
      {"{a {b}", "nested-brace[{]"},
      {"{a {b {c}", "nested-brace[{]"},
      {"{ [%clk 0:01:00 }", "comment-command-malformed[[%]"},
      {"{[%[%[%[%}", "comment-command-malformed[[%]"},
      {"{[% clk 0:01:00]}", "comment-command-malformed[[% clk 0:01:00]]"},
      {"{[%clk]}", "comment-command-malformed[[%clk]]"},
      {"{[%clk:0:01:00]}", "comment-command-malformed[[%clk:0:01:00]]"},
      {"{ [%clk 0:0x:00] }", "comment-command-malformed[[%clk 0:0x:00]]"},
      {"{[%clk never]}", "comment-command-malformed[[%clk never]]"},
      {"{[%eval]}", "comment-command-malformed[[%eval]]"},
      {"{[%eval 0.3,deep]}", "comment-command-malformed[[%eval 0.3,deep]]"},
      {"{[%csl ]}", "comment-command-malformed[[%csl ]]"},
      {"{[%wdl 1,2,3]}", "comment-command-unknown[[%wdl 1,2,3]]"},
      {"{[%line 1. e4 e5]}", "comment-command-unknown[[%line 1. e4 e5]]"},
      {"{[%CLK 0:01:00]}", "comment-command-unknown[[%CLK 0:01:00]]"},
      {"{[%eval good]}", "eval-out-of-range[good]"},
      {"{[%eval 0.16/16]}", "eval-out-of-range[0.16/16]"},
      {"{[%eval #0]}", "eval-out-of-range[#0]"},
      {"{[%eval 123456]}", "eval-out-of-range[123456]"},
      {"{[%eval 0,3]}", ""},
      {"{[%eval --]}", "eval-out-of-range[--]"},
      {"{[%csl Ga9]}", "csl-out-of-range[Ga9]"},
      {"{[%csl Ga4,Xb5]}", "csl-out-of-range[Xb5]"},
      {"{[%cal Ga1i8]}", "cal-out-of-range[Ga1i8]"},
      {"{[%cal Ga1]}", "cal-out-of-range[Ga1]"},
      {"{better was 12. Nf3 and 13. O-O}", "comment-contains-moves[12. Nf3]"},
      {"{2... exd5 3.Qxd5}", "comment-contains-moves[2... exd5]"},
      {"{1.e4}", "comment-contains-moves[1.e4]"},
      {"{5.R1a3!}", "comment-contains-moves[5.R1a3!]"},
      {"{[%clk 0:01:00] [%eval x] 2. Nf3 {}",
       "eval-out-of-range[x] comment-contains-moves[2. Nf3] nested-brace[{]"},
  }));
  CAPTURE(row.comment);
  REQUIRE(summary_of(row.comment) == row.summary);
}

TEST_CASE("a fault is found anywhere in a long comment", "[comment_checks]") {
  for (std::size_t before = 0; before < 40; ++before) {
    for (std::size_t behind = 0; behind < 20; ++behind) {
      const std::string comment =
          "{" + std::string(before, 'x') + "{ [%clk x] 1.e4 " + std::string(behind, 'x') + "}";
      CAPTURE(comment);
      REQUIRE(summary_of(comment) ==
              "nested-brace[{] comment-command-malformed[[%clk x]] comment-contains-moves[1.e4]");
    }
  }
}

TEST_CASE("a lone clock is valid with digits alone", "[comment_checks]") {
  const std::string good = "{ [%clk 0:01:00] }";
  for (std::size_t at = 8; at < 15; ++at) {
    for (unsigned byte = 1; byte < 256; ++byte) {
      std::string comment = good;
      comment[at] = static_cast<char>(byte);
      const std::string inside = comment.substr(8, 7);
      const bool is_clock = inside.find_first_not_of("0123456789:.,") == std::string::npos &&
                            inside[0] >= '0' && inside[0] <= '9';
      const bool may_be_signed = (byte == '-' || byte == '+') && at == 8;
      const bool is_closed_early = byte == ']';
      if (is_closed_early || byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n' ||
          byte == '\f' || byte == '\v' || byte == '{' || may_be_signed) {
        continue;
      }
      CAPTURE(comment);
      REQUIRE(summary_of(comment).empty() == is_clock);
    }
  }
}

TEST_CASE("an unclosed comment is not checked", "[comment_checks]") {
  REQUIRE(summary_of("{ [%clk x").empty());
  REQUIRE(summary_of("{").empty());
}

TEST_CASE("findings in comments are counted even if not selected", "[comment_checks]") {
  const std::string comment = "{a {b} [%clk x] [%wdl 1] [%eval x] [%csl x] [%cal x] 1.e4}";
  testing::BuiltGame game(comment);
  game.add(TokenKind::BraceComment, comment);
  CollectingSink sink{CodeSet()};
  Token token = game.game().tokens.front();
  token.payload = Token::kHasBracket | Token::kHasBrace;
  GameReporter reporter(sink);
  reporter.start(game.game());
  check_comment(reporter, token);
  REQUIRE(sink.diagnostics().empty());
  using enum DiagnosticCode;
  for (const DiagnosticCode code :
       {NestedBrace, CommentCommandMalformed, CommentCommandUnknown, EvalOutOfRange, CslOutOfRange,
        CalOutOfRange, CommentContainsMoves}) {
    REQUIRE(sink.count_of(code) == 1);
  }
}

}  // namespace
}  // namespace arbiter::testing
