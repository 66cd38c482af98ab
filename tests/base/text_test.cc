#include "lib/base/text.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Computes the distance by its recursive definition. The implementation needs only three rows of a
// table.
std::size_t slow_distance(std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return left.size() + right.size();
  const auto without = [](std::string_view word, std::size_t letters) {
    return word.substr(0, word.size() - letters);
  };
  const std::size_t change = left.back() == right.back() ? 0 : 1;
  std::size_t least = std::min({slow_distance(without(left, 1), right) + 1,
                                slow_distance(left, without(right, 1)) + 1,
                                slow_distance(without(left, 1), without(right, 1)) + change});
  if (left.size() > 1 && right.size() > 1 && left.back() == right[right.size() - 2] &&
      left[left.size() - 2] == right.back())
    least = std::min(least, slow_distance(without(left, 2), without(right, 2)) + 1);
  return least;
}

TEST_CASE("the distance of two words is the minimum number of edits", "[text]") {
  struct Case {
    std::string_view left, right;
    std::size_t distance;
  };
  const Case c = GENERATE(values<Case>({{"", "", 0},
                                        {"Nf3", "Nf3", 0},
                                        {"", "Nf3", 3},
                                        {"Nf3", "Nf4", 1},
                                        {"Nf3", "Nxf3", 1},
                                        {"Nf3", "nf3", 1},
                                        {"ab", "ba", 1},
                                        {"ca", "abc", 3},  // no substring is edited twice
                                        {"O-O", "O-O-O", 2},
                                        {"kitten", "sitting", 3},
                                        {"abcdef", "badcfe", 3}}));
  CAPTURE(c.left, c.right);
  CHECK(edit_distance(c.left, c.right) == c.distance);
  CHECK(edit_distance(c.right, c.left) == c.distance);
  CHECK(slow_distance(c.left, c.right) == c.distance);
}

TEST_CASE("the distance of random words matches the definition", "[text]") {
  std::mt19937 random(20240229);
  const auto word = [&] {
    std::string letters(random() % 7, ' ');
    for (char& letter : letters) letter = static_cast<char>('a' + random() % 3);
    return letters;
  };
  for (int i = 0; i < 400; ++i) {
    const std::string left = word(), right = word();
    CAPTURE(left, right);
    REQUIRE(edit_distance(left, right) == slow_distance(left, right));
  }
}

TEST_CASE("similar words are sorted by distance, then in their order", "[text]") {
  const std::vector<std::string_view> moves = {"Nf6", "Nh6", "Nc6", "Nfd7", "e5", "Bb4"};
  using Words = std::vector<std::string_view>;
  CHECK(nearest_words("Nf5", moves, 3) == Words{"Nf6"});
  CHECK(nearest_words("Nd6", moves, 2) == Words{"Nf6", "Nh6"});
  CHECK(nearest_words("Nf6", moves, 3).front() == "Nf6");
  CHECK(nearest_words("e4", moves, 3) == Words{"e5"});
  CHECK(nearest_words("Qxh7", moves, 3).empty());
  CHECK(nearest_words("Nf6", moves, 0).empty());
  CHECK(nearest_words("Nf6", {}, 3).empty());
}

TEST_CASE("the beginning of a longer word is similar to it", "[text]") {
  const std::vector<std::string_view> words = {"fifty-on-board", "threefold-on-board"};
  CHECK(nearest_words("three", words, 3) == std::vector<std::string_view>{"threefold-on-board"});
  CHECK(nearest_words("fi", words, 3).empty());
  CHECK(nearest_words("board", words, 3).front() == "fifty-on-board");
  CHECK(nearest_words("fifty-move", words, 3) == std::vector<std::string_view>{"fifty-on-board"});
}

TEST_CASE("white space is trimmed from both ends", "[text]") {
  CHECK(trim("") == "");
  CHECK(trim(" \t\r\n\f\v") == "");
  CHECK(trim("  a b\r\n") == "a b");
  CHECK(trim("a") == "a");
}

TEST_CASE("letters equal their capitals, other bytes only themselves", "[text]") {
  CHECK(equal_ignoring_case("SetUp", "Setup"));
  CHECK(equal_ignoring_case("", ""));
  CHECK_FALSE(equal_ignoring_case("FEN", "FENs"));
  CHECK_FALSE(equal_ignoring_case("@", "`"));
  CHECK_FALSE(equal_ignoring_case("[", "{"));
  CHECK_FALSE(equal_ignoring_case("\xc4", "\xe4"));
}

TEST_CASE("letters are those of ASCII, and have lower and upper case", "[text]") {
  const std::string small = "abcdefghijklmnopqrstuvwxyz";
  const std::string capital = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    CAPTURE(byte);
    const std::size_t among_small = small.find(c);
    const std::size_t among_capital = capital.find(c);
    REQUIRE(is_small(c) == (among_small != small.npos));
    REQUIRE(is_capital(c) == (among_capital != capital.npos));
    REQUIRE(is_letter(c) == (is_small(c) || is_capital(c)));
    REQUIRE(to_small(c) == (is_capital(c) ? small[among_capital] : c));
    REQUIRE(to_capital(c) == (is_small(c) ? capital[among_small] : c));
  }
  CHECK(to_small("Z\xC3\x9Crich A-z") == "z\xC3\x9Crich a-z");
}

}  // namespace
}  // namespace arbiter::testing
