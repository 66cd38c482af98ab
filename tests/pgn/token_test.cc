#include "lib/pgn/token.h"

#include <catch2/catch.hpp>
#include <optional>
#include <string>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/reader.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// The tokens of movetext that holds one game.
Tokens tokens_of(const std::string& movetext) {
  const std::string padded = movetext + std::string(kTextPadding, '\0');
  CollectingSink nobody{CodeSet()};
  PgnReader reader({std::string_view(padded).substr(0, movetext.size()), 0, true}, nobody);
  PgnGame game;
  REQUIRE(reader.next(game));
  return game.tokens;
}

TEST_CASE("numbers keep their value and their dots", "[token]") {
  const struct {
    std::string text;
    std::uint32_t value;
    int dots;
  } numbers[] = {
      {"1.", 1, 1},
      {"9...", 9, 3},
      {"10.", 10, 1},
      {"99...", 99, 3},
      {"12", 12, 0},
      {"7..", 7, 2},
      {"100.", 100, 1},
      {"123...", 123, 3},
      {"7....", 7, 4},
      {"0.", 0, 1},
      {"01.", 1, 1},
      {"999999999.", 999'999'999, 1},
      {"1. ...", 1, 4},
      {"12345678.", 12'345'678, 1},
      {"4294967296.", Token::kHugeNumber, 1},
  };
  for (const auto& number : numbers) {
    for (const std::string before : {"a3 ", "1. a3 { [%clk 0:01:00] } "}) {
      const std::string text = before + number.text;
      CAPTURE(text);
      const Token token = tokens_of(text).back();
      CHECK(token.kind == TokenKind::MoveNumber);
      CHECK(token.number() == number.value);
      CHECK(token.dots == number.dots);
    }
  }
  CHECK(tokens_of("a3 $139").back().number() == 139);
}

TEST_CASE("lone clocks are told from other comments, with their seconds", "[token]") {
  const struct {
    std::string comment;
    std::optional<std::uint32_t> seconds;
  } comments[] = {
      {"{ [%clk 1:02:03] }", 3723},   {"{ [%clk 0:00:00] }", 0},  {"{ [%clk 9:59:59] }", 35999},
      {"{ [%clk 0:75:00] }", {}},     {"{ [%clk 0:00:60] }", {}}, {"{[%clk 0:01:00]}", {}},
      {"{ [%clk 0:01:00] and }", {}}, {"{ [%clk 0:01:00] ", {}},  {"{ [%emt 0:01:00] }", {}},
  };
  for (const auto& row : comments) {
    for (const std::string behind : {"", " e5", "\n1... e5"}) {
      const std::string text = "1. e4 " + row.comment + behind;
      CAPTURE(text);
      const Token token = tokens_of(text)[2];
      CHECK(token.kind == TokenKind::BraceComment);
      CHECK(token.is_clock_comment() == row.seconds.has_value());
      if (row.seconds) CHECK(token.clock_seconds() == *row.seconds);
      CHECK(token.has_inner_sign());
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
