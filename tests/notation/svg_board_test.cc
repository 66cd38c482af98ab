#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/chess/setup.h"
#include "lib/notation/board_drawing.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) {
    ++times;
  }
  return times;
}

// Returns whether every element is closed, and text contains no "<" or "&".
bool is_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < xml.size(); ++at) {
    if (xml[at] == '&' && xml.find(';', at) > at + 6) return false;
    if (xml[at] != '<') continue;
    const std::size_t end = xml.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (count(tag, "\"") % 2 != 0) return false;
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(tag.substr(0, tag.find(' ')));
    }
    at = end;
  }
  return open.empty();
}

TEST_CASE("a picture has 64 squares and every piece", "[svg_board]") {
  const Board board = initial_setup().board;
  const std::string svg = svg_of({.board = board, .has_coordinates = false});
  CHECK(is_well_formed(svg));
  CHECK(count(svg, "width=\"45\"") == 64);
  CHECK(count(svg, "<use ") == 32);
  CHECK(count(svg, "href=\"#w0\"") == 8);
  CHECK(count(svg, "<text ") == 0);
  // White's king is on e1: fifth column, last row.
  CHECK(count(svg, "<use href=\"#w5\" x=\"180\" y=\"315\"/>") == 1);
  const std::string turned =
      svg_of({.board = board, .bottom = Color::Black, .has_coordinates = false});
  CHECK(count(turned, "<use href=\"#w5\" x=\"135\" y=\"0\"/>") == 1);
}

TEST_CASE("marks, arrows, the last move and coordinates are drawn", "[svg_board]") {
  BoardPicture picture{.board = initial_setup().board};
  const std::string plain = svg_of(picture);
  CHECK(count(plain, "<text ") == 16);
  picture.last_move = Move::normal(Square::E2, Square::E4);
  picture.marks = {{Square::D5, MarkColor::Red}, {Square::A1, MarkColor::Blue}};
  picture.arrows = {{Square::G1, Square::F3, MarkColor::Green}};
  const std::string marked = svg_of(picture);
  CHECK(is_well_formed(marked));
  CHECK(count(marked, "stroke-width=\"4\"") == 2);
  CHECK(count(marked, "opacity=") == 1);
  CHECK(count(marked, "#f4e58a") + count(marked, "#cfae3c") == 2);
  // An arrow to its own square is a mark.
  picture.arrows = {{Square::G1, Square::G1, MarkColor::Green}};
  CHECK(count(svg_of(picture), "stroke-width=\"4\"") == 3);
}

TEST_CASE("a title cannot break out of the picture", "[svg_board]") {
  const std::string svg =
      svg_of({.board = Board(), .title = "</title><script>alert(\"1\")</script> & \x01"});
  CHECK(is_well_formed(svg));
  CHECK(count(svg, "<script") == 0);
  CHECK(count(svg, "&lt;script&gt;") == 1);
}

TEST_CASE("boards of a page share common parts, and have no colours of their own", "[svg_board]") {
  BoardPicture picture{.board = initial_setup().board};
  picture.last_move = Move::normal(Square::E2, Square::E4);
  picture.marks = {{Square::D5, MarkColor::Red}};
  const std::string parts = svg_parts();
  for (const Color bottom : {Color::White, Color::Black}) {
    picture.bottom = bottom;
    const std::string svg = svg_in_page(picture);
    CHECK(is_well_formed(parts + svg));
    CHECK(count(svg, "class=\"board-moved\"") == 2);
    CHECK(count(svg, "<use ") == 32 + 2);
    CHECK(count(svg, "id=\"") == 0);
    // Each element to which a board refers is on the page exactly once.
    for (std::size_t at = 0; (at = svg.find("href=\"#", at)) != std::string::npos; ++at) {
      const std::size_t begin = at + 7;
      const std::string id = svg.substr(begin, svg.find('"', begin) - begin);
      CAPTURE(id);
      CHECK(count(parts, "id=\"" + id + "\"") == 1);
    }
    CHECK(svg.size() < 3000);
  }
}

}  // namespace
}  // namespace arbiter::testing
