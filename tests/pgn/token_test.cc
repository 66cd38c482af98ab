#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Parsed movetext of one game.
struct ReadGame {
  explicit ReadGame(const std::string& movetext)
      : padded(movetext + std::string(kTextPadding, '\0')) {
    CollectingSink nobody{CodeSet()};
    PgnReader reader({std::string_view(padded).substr(0, movetext.size()), 0, true}, nobody);
    REQUIRE(reader.next(game));
  }

  std::string padded;
  PgnGame game;
};

Tokens tokens_of(const std::string& movetext) { return ReadGame(movetext).game.tokens; }

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

TEST_CASE("the commands of a comment are kept if each is well formed", "[token]") {
  const struct {
    std::string comment;
    std::vector<std::string> commands;
    bool has_text;
    bool has_inner_sign;
  } comments[] = {
      {"{ [%clk 1:02:03] }", {"[%clk 1:02:03]"}, false, false},
      {"{[%eval 0.17][%clk 0:01:00.5]}", {"[%eval 0.17]", "[%clk 0:01:00.5]"}, false, false},
      {"{\n[%clk\n3:00 ]\r\n[%x] }", {"[%clk\n3:00 ]", "[%x]"}, false, false},
      {"{ Good. [%clk 0:01:00] Or so. }", {"[%clk 0:01:00]"}, true, false},
      {"{ [%clk 0:01:00] 12. Nf3 }", {"[%clk 0:01:00]"}, true, true},
      {"{ [%clk 0:01:00] [%eval x] }", {}, true, true},
      {"{ [%clk 0:01:00] [x] }", {}, true, true},
      {"{ [%clk 0:01:00] { }", {"[%clk 0:01:00]"}, true, true},
      {"{ [%clk 0:75:00] }", {}, true, true},
      {"{ [%clk 0:01:00] ", {}, true, true},
      {"{ [%clk 0:01:00", {}, true, true},
      {"{ }", {}, true, false},
      {"{}", {}, true, false},
  };
  for (const auto& row : comments) {
    for (const std::string behind : {"", " e5", "\n1... e5"}) {
      const std::string text = "1. e4 " + row.comment + behind;
      CAPTURE(text);
      const ReadGame read(text);
      const Token token = read.game.tokens[2];
      CHECK(token.kind == TokenKind::BraceComment);
      std::vector<std::string> commands;
      for (const CommentCommand& command : read.game.commands_of(token)) {
        commands.emplace_back(read.game.text_of(command));
      }
      CHECK(commands == row.commands);
      CHECK(token.has_text() == row.has_text);
      CHECK(token.has_inner_sign() == row.has_inner_sign);
    }
  }
}

TEST_CASE("more commands than the limit are left to the careful parser", "[token]") {
  for (const std::size_t count : {Token::kMaxCommands, Token::kMaxCommands + 1}) {
    std::string text = "1. e4 {[%clk 1:00:00]} e5 {";
    for (std::size_t i = 0; i < count; ++i) text += "[%x]";
    const ReadGame read(text + "} 2. d4 {[%clk 0:59:00]}");
    const bool has_room = count <= Token::kMaxCommands;
    CHECK(read.game.tokens[4].command_count() == (has_room ? count : 0));
    CHECK(read.game.tokens[4].has_inner_sign() == !has_room);
    CHECK(read.game.text_of(read.game.commands_of(read.game.tokens[7])[0]) == "[%clk 0:59:00]");
  }
}

}  // namespace
}  // namespace arbiter::testing
