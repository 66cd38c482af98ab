#include <catch2/catch.hpp>
#include <string>

#include "lib/base/text.h"
#include "lib/pgn/movetext_characters.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Computes the values of SmallNumber for the text, character by character.
struct Slow {
  explicit Slow(const std::string& text) {
    std::size_t at = 0;
    for (; is_digit(text[at]); ++at)
      value = value * 10 + static_cast<std::uint32_t>(text[at] - '0');
    const std::size_t digits = at;
    for (; text[at] == '.'; ++at) ++dots;
    length = at;
    is_plain = digits >= 1 && digits <= 2 && text[0] != '0' && dots >= 1 && dots <= 3;
  }
  std::uint32_t value = 0;
  std::uint8_t dots = 0;
  std::size_t length = 0;
  bool is_plain = false;
};

void check(const std::string& text) {
  CAPTURE(text);
  const SmallNumber number(text.data());
  const Slow slow(text);
  REQUIRE(number.is_plain() == slow.is_plain);
  if (!slow.is_plain) return;
  REQUIRE(number.value() == slow.value);
  REQUIRE(number.dots() == slow.dots);
  REQUIRE(number.length() == slow.length);
}

TEST_CASE("small numbers are parsed like character by character", "[small_number]") {
  const std::string alphabet = std::string("0159.:/ e") + '\0' + '\xB0' + '\xFF';
  const std::size_t size = alphabet.size();
  for (const std::string tail : {"........", "9 e4 e5 ", "99999999"}) {
    for (std::size_t number = 0; number < size * size * size * size * size; ++number) {
      std::string text;
      for (std::size_t rest = number; text.size() < 5; rest /= size) text += alphabet[rest % size];
      check(text + tail);
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
