#include <catch2/catch.hpp>
#include <string>
#include <thread>
#include <vector>

#include "db/model/name_pattern.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;

TEST_CASE("an expression is found in a part of a text, without regard to case", "[filter]") {
  struct Case {
    std::string expression;
    std::vector<std::string> found;
    std::vector<std::string> not_found;
  };
  const Case test = GENERATE(values<Case>({
      {"^carls[eo]n,", {"Carlsen, Magnus", "CARLSON,M"}, {"Carlsen", "McCarlsen, M", ""}},
      {"org/[a-z]{8}$", {"https://lichess.org/abcdefgh"}, {"org/abc", "org/abcdefgh/"}},
      {"^(a|bc)+$", {"a", "bcabc"}, {"", "ab", "b"}},
      {"^$", {""}, {"a"}},
      {"\\.", {"1.2", "."}, {"12", ""}},
      {"a{2}", {"baab"}, {"aba"}},
      {"^[^0-9]*$", {"Open", ""}, {"Open 2"}},
      {"é", {"José"}, {"Jose"}},
      {"x", {std::string("a\0x", 3)}, {std::string("a\0b", 3)}},
  }));
  const auto expression = RegularExpression::parse(test.expression);
  CAPTURE(test.expression, expression ? "" : expression.error());
  REQUIRE(expression);
  for (const std::string& text : test.found) {
    CAPTURE(text);
    CHECK(expression->is_found_in(text));
  }
  for (const std::string& text : test.not_found) {
    CAPTURE(text);
    CHECK_FALSE(expression->is_found_in(text));
  }
}

TEST_CASE("invalid and costly expressions are rejected", "[filter]") {
  const auto [text, part] = GENERATE(table<std::string, std::string>({
      {"(a", "invalid regular expression '(a'"},
      {"a[", "invalid regular expression 'a['"},
      {"(a)\\1", "has a back reference"},
      {"a)|(b", "invalid regular expression"},
      {"((a{100}){100}){100}", "repeats parts more than"},
      {"a{1,2000}", "repeats parts more than"},
      {"a{1001,}", "repeats parts more than"},
      {std::string(501, 'a'), "is longer than 500 bytes"},
      {std::string("a\0b", 3), "contains a NUL"},
  }));
  CAPTURE(text);
  const auto expression = RegularExpression::parse(text);
  REQUIRE_FALSE(expression);
  CHECK_THAT(expression.error(), Contains(part));
}

TEST_CASE("a text of any length is read once", "[filter]") {
  const std::string text(2'000'000, 'a');
  for (const char* expression : {"(a|aa)+c", "(a*)*(a*)*c", "a.{0,900}c"}) {
    CHECK_FALSE(RegularExpression::parse(expression)->is_found_in(text));
    CHECK(RegularExpression::parse(expression)->is_found_in(text + 'c'));
  }
}

TEST_CASE("the result stays the same over many texts and on several threads", "[filter]") {
  // Each new string adds states to an automaton with up to a million states.
  const auto expression = RegularExpression::parse("^(a|b)*a(a|b){18}$");
  REQUIRE(expression);
  const auto count = [&expression] {
    int found = 0;
    for (std::uint32_t i = 0; i < 1'000; ++i) {
      std::string text;
      for (int bit = 0; bit < 40; ++bit) text += (i * 2654435761u >> bit % 31 & 1) != 0 ? 'a' : 'b';
      const bool holds = text[text.size() - 19] == 'a';
      found += expression->is_found_in(text) == holds ? 1 : 0;
    }
    return found;
  };
  int one = 0;
  int other = 0;
  std::thread first([&] { one = count(); });
  std::thread second([&] { other = count(); });
  first.join();
  second.join();
  CHECK(one == 1'000);
  CHECK(other == 1'000);
}
