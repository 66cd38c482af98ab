// Tests excerpts with a mark below, measured in terminal columns.
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "tests/support/namespaces.h"
#include "tools/cli/output/text_cells.h"

using namespace arbiter::testing;

namespace {

// Returns the mark below the line.
std::string carets(const MarkedLine& line) {
  return std::string(line.mark_start, ' ') + std::string(line.mark_cells, '^');
}

}  // namespace

TEST_CASE("the mark is below the marked text, and cut ends have an ellipsis") {
  struct Case {
    LinePieces pieces;
    std::optional<std::size_t> room;
    std::string text;
    std::string mark;
  };
  const std::vector<Case> cases = {
      {{"2. ", "Ke3", " Nf6"}, {}, "2. Ke3 Nf6", "   ^^^"},
      {{"", "", ""}, {}, "", "^"},
      {{"{侯逸凡} ", "Ke3", ""}, {}, "{侯逸凡} Ke3", "         ^^^"},  // wide characters
      {{"e\u0301 ", "棋a", " x"}, {}, "e\u0301 棋a x", "  ^^^"},       // combining characters
      {{"שחמט ", "Ke3", ""}, {}, "שחמט Ke3", "     ^^^"},
      {{"2. ", "Ke3", " Nf6", true, true}, {}, "…2. Ke3 Nf6…", "    ^^^"},
      {{"1. e4 e5 2. ", "Ke3", " Nf6 3. Ke4"}, 23, "…e4 e5 2. Ke3 Nf6 3. K…", "          ^^^"},
      {{"1. e4 e5 2. ", "Ke3", " Nf6 3. Ke4"}, 13, "… 2. Ke3 Nf6…", "     ^^^"},
      {{"1. e4 e5 2. ", "Ke3", ""}, 11, "… e5 2. Ke3", "        ^^^"},
      {{"", "Ke3", " Nf6 3. Ke4 Kd6"}, 10, "Ke3 Nf6 3…", "^^^"},
      {{"1. e4 ", "a-long-word-of-a-move", " e5"}, 10, "a-long-wo…", "^^^^^^^^^^"},
      {{"1. e4 e5", "", ""}, 5, "… e5", "    ^"},
  };
  for (const Case& row : cases) {
    const MarkedLine line = marked_line(row.pieces, row.room, Charset::Utf8);
    CAPTURE(row.pieces.before, row.pieces.marked, row.pieces.after);
    if (row.room) CHECK(count_cells(line.text) <= *row.room);
    CHECK(line.text == row.text);
    CHECK(carets(line) == row.mark);
  }
  const MarkedLine ascii = marked_line({"{Müller…} ", "Ke3", "", true, false}, {}, Charset::Ascii);
  CHECK(ascii.text == "...{M?ller...} Ke3");
  CHECK(carets(ascii) == "               ^^^");
}

TEST_CASE("an excerpt of any line fits any terminal, with its mark") {
  const std::vector<std::string> pieces = {"a", "é", "e\u0301", "棋", "🙂", " ", "ש", "Nf3 "};
  std::mt19937 random(20261122);
  const auto text = [&](std::size_t most) {
    std::string made;
    for (std::size_t i = random() % most; i > 0; --i) made += pieces[random() % pieces.size()];
    return made;
  };
  for (int round = 0; round < 3000; ++round) {
    const LinePieces line{text(30), text(6), text(30), random() % 2 == 0, random() % 2 == 0};
    const std::size_t room = 1 + random() % 60;
    const Charset charset = random() % 2 == 0 ? Charset::Utf8 : Charset::Ascii;
    const MarkedLine shown = marked_line(line, room, charset);
    CAPTURE(line.before, line.marked, line.after, room, shown.text);
    REQUIRE(count_cells(shown.text) <= room);
    REQUIRE(shown.mark_start + shown.mark_cells <= room);
    REQUIRE(shown.mark_cells >= 1);
    const MarkedLine whole = marked_line(line, {}, charset);
    if (count_cells(whole.text) < room) REQUIRE(shown.text == whole.text);
  }
}
