#include <catch2/catch.hpp>
#include <string>

#include "lib/pgn/pgn_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

struct Row {
  std::string written;
  std::string value;
};

TEST_CASE("escaped characters stand for themselves", "[tag_value]") {
  const Row row = GENERATE(values<Row>({
      {"", ""},
      {"Hastings", "Hastings"},
      {R"(the \"Immortal\" game)", R"(the "Immortal" game)"},
      {R"(C:\\games\\)", R"(C:\games\)"},
      {R"(\\\")", R"(\")"},
      {R"(\\\\)", R"(\\)"},
  }));
  CAPTURE(row.written);
  REQUIRE(unescape(row.written) == row.value);
  REQUIRE(quote(row.value) == '"' + row.written + '"');
}

TEST_CASE("a backslash that escapes nothing is kept", "[tag_value]") {
  const Row row = GENERATE(values<Row>({
      {R"(C:\games)", R"(C:\games)"},
      {R"(\)", R"(\)"},
      {R"(a\)", R"(a\)"},
      {R"(\n\t)", R"(\n\t)"},
      {R"(a "b" c)", R"(a "b" c)"},
  }));
  CAPTURE(row.written);
  REQUIRE(unescape(row.written) == row.value);
}

TEST_CASE("every value without control characters survives writing and reading", "[tag_value]") {
  const std::string alphabet = "a\\\" ";
  std::string value;
  for (unsigned code = 0; code < 4096; ++code) {
    value.clear();
    for (unsigned rest = code, letters = code % 7; letters > 0; --letters, rest /= 4) {
      value += alphabet[rest % 4];
    }
    const std::string written = quote(value);
    if (unescape(std::string_view(written).substr(1, written.size() - 2)) != value) FAIL(value);
  }
}

TEST_CASE("the value of a tag is decoded before its escapes are read", "[tag_value]") {
  const Row row = GENERATE(values<Row>({
      {"Linares", "Linares"},
      {R"(C:\games)", R"(C:\games)"},
      {"S\xC3\xA3o Paulo", "S\xC3\xA3o Paulo"},
      {"S\xE3o \\\"Paulo\\\"", "S\xC3\xA3o \"Paulo\""},
      {"\x93K\xF6ln\x94 \\\\", "\xE2\x80\x9CK\xC3\xB6ln\xE2\x80\x9D \\"},
  }));
  CAPTURE(row.written);
  REQUIRE(utf8_value(row.written) == row.value);
}

TEST_CASE("characters that PGN strings cannot contain become blanks", "[tag_value]") {
  REQUIRE(quote("one\ttwo\r\nthree\x7F") == "\"one two  three \"");
  REQUIRE(quote(std::string_view("a\0b", 3)) == "\"a b\"");
  REQUIRE(quote("S\xC3\xA3o Paulo") == "\"S\xC3\xA3o Paulo\"");
}

}  // namespace
}  // namespace arbiter::testing
