#include "lib/pgn/export_writer.h"

#include <catch2/catch.hpp>
#include <functional>

#include "lib/base/encoding.h"
#include "lib/pgn/comment_parts.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

std::string written(const std::function<void(ExportWriter&)>& write) {
  std::string text;
  ExportWriter writer(text);
  write(writer);
  return text;
}

std::string comment_written(std::string_view text) {
  return written([&](ExportWriter& writer) { writer.comment(text); });
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("a game is written as in PGN 8", "[export_writer]") {
  const std::string text = written([](ExportWriter& writer) {
    writer.tag("Event", "the \"best\" \\ line");
    writer.tag("Site", "?");
    writer.end_tags();
    writer.move("e4", 1, Color::White);
    writer.move("e5", 1, Color::Black);
    writer.nag(2);
    writer.move("Nf3", 2, Color::White);
    writer.comment("developing");
    writer.move("Nc6", 2, Color::Black);
    writer.start_variation();
    writer.move("d6", 2, Color::Black);
    writer.start_variation();
    writer.move("f5", 2, Color::Black);
    writer.end_variation();
    writer.end_variation();
    writer.move("Bb5", 3, Color::White);
    writer.end_game("1/2-1/2");
  });
  CHECK(text ==
        "[Event \"the \\\"best\\\" \\\\ line\"]\n[Site \"?\"]\n\n"
        "1. e4 e5 $2 2. Nf3 {developing} 2... Nc6 (2... d6 (2... f5)) 3. Bb5 1/2-1/2\n\n");
}

TEST_CASE("the first move of Black has its number", "[export_writer]") {
  CHECK(written([](ExportWriter& writer) {
          writer.end_tags();
          writer.move("Kd7", 10, Color::Black);
          writer.move("Kd2", 11, Color::White);
        }) == "\n10... Kd7 11. Kd2");
}

TEST_CASE("comments keep their words", "[export_writer]") {
  const struct {
    std::string text;
    std::string written;
  } cases[] = {
      {"", ""},
      {" \n\t ", ""},
      {"one", "{one}"},
      {"  two \r\n words ", "{two words}"},
      {"tab\there", "{tab here}"},
      {std::string("a\0b\x7f"
                   "c",
                   5),
       "{a b c}"},
      {"brace } inside", "{brace ) inside}"},
      {"brace { inside", "{brace { inside}"},
      {"[%clk\n0:10:00] x", "{[%clk 0:10:00] x}"},
      {"% first", "{% first}"},
  };
  for (const auto& comment : cases) {
    CAPTURE(comment.text);
    CHECK(comment_written(comment.text) == comment.written);
  }
}

TEST_CASE("no line is longer than 79 characters if its words are not", "[export_writer]") {
  for (std::size_t length = 1; length < 75; ++length) {
    std::string text;
    for (int i = 0; i < 40; ++i) text += std::string(length, 'x') + "\u00e9 ";
    for (const std::string& line : lines_of(comment_written(text))) {
      CAPTURE(line);
      CHECK(count_code_points(line) <= 79);
      // The next word would not have fit.
      if (line.back() != '}') CHECK(count_code_points(line) + 1 + length + 1 + 1 > 79);
    }
  }
}

TEST_CASE("a long word has its own line", "[export_writer]") {
  const std::string word(100, 'x');
  CHECK(comment_written("a " + word + " b") == "{a\n" + word + "\nb}");
}

TEST_CASE("text like a tag or an escape does not begin a line", "[export_writer]") {
  for (const std::string word : {"%eval", "[Event", "[White"}) {
    for (std::size_t length = 60; length < 85; ++length) {
      const std::string text = std::string(length, 'x') + " " + word + " \"y\" and more";
      for (const std::string& line : lines_of(comment_written(text))) {
        CAPTURE(line);
        CHECK(line.rfind(word, 0) == std::string::npos);
      }
    }
  }
}

TEST_CASE("a command is not broken", "[export_writer]") {
  for (std::size_t length = 40; length < 80; ++length) {
    const std::string text = std::string(length, 'x') + " [%eval 0.31] [%clk 1:02:03]";
    const std::string comment = comment_written(text);
    CAPTURE(comment);
    CHECK(comment.find("[%eval 0.31]") != std::string::npos);
    CHECK(comment.find("[%clk 1:02:03]") != std::string::npos);
  }
}
