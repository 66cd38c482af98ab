#include <catch2/catch.hpp>
#include <string>

#include "lib/pgn/comment_parts.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Returns marks in a form such as "Ga4 Gg1f3", squares first.
std::string marks_of(const std::string& comment) {
  BoardMarks marks;
  add_marks(comment, marks);
  std::string text;
  for (const MarkedSquare& mark : marks.squares) {
    text += "GRYB"[static_cast<int>(mark.color)] + to_string(mark.square) + " ";
  }
  for (const Arrow& arrow : marks.arrows) {
    text +=
        "GRYB"[static_cast<int>(arrow.color)] + to_string(arrow.from) + to_string(arrow.to) + " ";
  }
  return text;
}

TEST_CASE("comments mark squares and draw arrows", "[board_marks]") {
  struct Case {
    std::string comment;
    std::string marks;
  };
  const Case row = GENERATE(values<Case>({
      {"", ""},
      {"a plan on the a4 square", ""},
      {"[%csl Ga4]", "Ga4 "},
      {"[%csl Ga4,Rb5] and [%cal Gg1f3,Bd8h4]", "Ga4 Rb5 Gg1f3 Bd8h4 "},
      {"[%csl Ga4, Yh8 ]", "Ga4 Yh8 "},
      {"[%clk 0:10:00][%csl Ba1]", "Ba1 "},
      {"[%cal Ga1a1]", "Ga1a1 "},
      // Malformed marks are skipped, and the others are used.
      {"[%csl Xa4,Ra9,Ra,Gc3,,]", "Gc3 "},
      {"[%cal Ga4,Gg1f9,Gg1f3f4]", ""},
      {"[%csl Ga4", ""},
      {"[%csl]", ""},
  }));
  CAPTURE(row.comment);
  CHECK(marks_of(row.comment) == row.marks);
}

}  // namespace
}  // namespace arbiter::testing
