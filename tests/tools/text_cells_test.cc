// Tests text measured in terminal columns, and table columns that fit.
#include "tools/cli/output/text_cells.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "tests/support/namespaces.h"
#include "tools/cli/output/text_table.h"

using namespace arbiter::testing;

namespace {

// Characters with their widths, from the Unicode tables (East Asian Width, Emoji).
struct Measured {
  std::string text;
  std::size_t cells;
};

const std::vector<Measured> kCharacters = {
    {"a", 1},          {" ", 1},  {"é", 1},
    {"e\u0301", 1},                                 // a letter and a combining accent
    {"Đ", 1},          {"Ж", 1},  {"ש", 1},         // Hebrew, a right-to-left script
    {"ش", 1},          {"שָׁ", 1},                    // with two vowel points
    {"棋", 2},         {"が", 2}, {"か\u3099", 2},  // a kana and a combining mark
    {"한", 2},         {"ｆ", 2},                   // full width
    {"ｶ", 1},                                       // half width
    {"♞", 1},          {"█", 1},  {"…", 1},
    {"\U0001F642", 2},  // an emoji
    {"\u200B", 0},      // outside the Basic Multilingual Plane
    {"\U00020000", 2},  // beyond the first plane
};

}  // namespace

TEST_CASE("characters have the widths that terminals give them") {
  for (const Measured& character : kCharacters) {
    CAPTURE(character.text);
    CHECK(count_cells(character.text) == character.cells);
    CHECK(count_cells("x" + character.text + "y") == character.cells + 2);
  }
  CHECK(count_cells("") == 0);
  CHECK(count_cells("侯逸凡") == 6);
  CHECK(count_cells("Nepomniachtchi, Ян") == 18);
}

TEST_CASE("shortened text fits the width and ends in an ellipsis") {
  struct Case {
    std::string text;
    std::size_t cells;
    std::string utf8;
    std::string ascii;
  };
  const std::vector<Case> cases = {
      {"Carlsen", 7, "Carlsen", "Carlsen"},
      {"Carlsen", 6, "Carls…", "Car..."},
      {"Carlsen", 4, "Car…", "C..."},
      {"Carlsen", 3, "Ca…", "..."},
      {"Carlsen", 2, "C…", ".."},
      {"Carlsen", 1, "…", "."},
      {"Carlsen", 0, "", ""},
      {"Ly, Moulthun", 5, "Ly,…", "Ly..."},  // no space before the ellipsis
      {"侯逸凡", 6, "侯逸凡", "侯逸凡"},
      {"侯逸凡", 5, "侯逸…", "侯..."},
      {"侯逸凡", 4, "侯…", "..."},  // half a wide character does not fit
      {"侯逸凡", 2, "…", ".."},
      {"Bo\u0302\u0323ris", 4, "Bo\u0302\u0323r…", "B..."},
      {"Bo\u0302\u0323ris", 3, "Bo\u0302\u0323…", "..."},
      {"שחמט", 3, "שח…", "..."},
      {"", 3, "", ""},
  };
  for (const Case& row : cases) {
    CAPTURE(row.text, row.cells);
    CHECK(shortened(row.text, row.cells, Charset::Utf8) == row.utf8);
    CHECK(shortened(row.text, row.cells, Charset::Ascii) == row.ascii);
  }
}

TEST_CASE("shortened text fits and keeps as many whole characters as possible") {
  std::mt19937 random(20261122);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::size_t i = random() % 12; i > 0; --i) {
      text += kCharacters[random() % kCharacters.size()].text;
    }
    const std::size_t room = random() % 16;
    const Charset charset = random() % 2 == 0 ? Charset::Utf8 : Charset::Ascii;
    const std::string cut = shortened(text, room, charset);
    CAPTURE(text, room, cut);
    REQUIRE(count_cells(cut) <= room);
    if (cut == text) continue;
    REQUIRE(count_cells(text) > room);
    const std::string_view kept = std::string_view(cut).substr(0, cut.rfind(ellipsis(charset)));
    if (room >= 3) REQUIRE(std::string_view(text).starts_with(kept));
    const std::string_view end = last_cells(text, room);
    REQUIRE(count_cells(end) <= room);
    REQUIRE(std::string_view(text).ends_with(end));
  }
}

TEST_CASE("text becomes ASCII character by character") {
  CHECK(ascii_of("Müller – Šo…") == "M?ller - ?o...");
  CHECK(ascii_of("e\u0301") == "e");
  CHECK(ascii_of("“a” ‘b’") == "\"a\" 'b'");
  CHECK(ascii_of("██▒▒░░▇") == "##--..#");
  CHECK(ascii_of("侯逸凡") == "???");
  CHECK(ascii_of("plain [text] {1}") == "plain [text] {1}");
}

TEST_CASE("the least important columns are omitted first, then values are shortened") {
  const std::vector<Column> columns = {
      {.heading = "Id", .align = Align::Right},
      {.heading = "White", .min_width = 8, .max_width = 20},
      {.heading = "Black", .min_width = 8, .max_width = 20},
      {.heading = "Plies", .align = Align::Right, .importance = 2},
      {.heading = "Event", .importance = 1, .min_width = 10, .max_width = 30},
  };
  const std::vector<std::size_t> longest = {4, 24, 16, 5, 40};
  using Widths = std::vector<std::size_t>;
  struct Case {
    std::size_t room;
    Widths widths;
  };
  const std::vector<Case> cases = {
      {200, {4, 24, 16, 5, 40}},  // everything fits
      {97, {4, 24, 16, 5, 40}},
      {96, {4, 24, 16, 5, 39}},  // limits apply, and the remaining width goes to important columns
      {84, {4, 21, 16, 5, 30}},
      {83, {4, 20, 16, 5, 30}},
      {82, {4, 20, 16, 5, 29}},
      {63, {4, 20, 16, 5, 10}},  // the event is at its minimum width
      {62, {4, 24, 16, 5, 0}},   // the event is omitted
      {51, {4, 20, 16, 5, 0}},
      {50, {4, 24, 16, 0, 0}},  // plies are never shortened
      {44, {4, 20, 16, 0, 0}},
      {43, {4, 19, 16, 0, 0}},  // the widest column is shortened
      {38, {4, 15, 15, 0, 0}},
      {24, {4, 8, 8, 0, 0}},
      {23, {4, 17, 0, 0, 0}},  // even essential columns are omitted
      {9, {4, 0, 0, 0, 0}},
      {4, {4, 0, 0, 0, 0}},
      {2, {2, 0, 0, 0, 0}},
  };
  for (const Case& row : cases) {
    CAPTURE(row.room);
    CHECK(fitted_widths(columns, longest, row.room) == row.widths);
  }
}

TEST_CASE("columns of any kind fit into any terminal") {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    std::vector<Column> columns;
    std::vector<std::size_t> longest;
    for (std::size_t i = 1 + random() % 8; i > 0; --i) {
      Column column{.heading = "x"};
      if (random() % 2 == 0) column.importance = static_cast<std::uint8_t>(random() % 4);
      if (random() % 2 == 0) column.min_width = 1 + random() % 10;
      if (random() % 2 == 0) column.max_width = 10 + random() % 10;
      columns.push_back(column);
      longest.push_back(random() % 30);
    }
    const std::size_t room = 1 + random() % 120;
    const auto widths = fitted_widths(columns, longest, room);
    std::size_t all = 0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      CHECK(widths[i] <= longest[i]);
      if (widths[i] > 0) all += widths[i] + (all > 0 ? kColumnGap : 0);
    }
    CAPTURE(round, room, widths, longest);
    REQUIRE(all <= room);
    const std::size_t needed =
        std::accumulate(longest.begin(), longest.end(), std::size_t{0}) +
        (longest.size() - static_cast<std::size_t>(std::ranges::count(longest, 0U))) * kColumnGap;
    if (needed <= room) REQUIRE(widths == longest);
  }
}
