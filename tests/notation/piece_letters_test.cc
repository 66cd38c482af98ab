#include "lib/notation/piece_letters.h"

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("piece letters are English unless others are given", "[letters]") {
  const PieceLetters english;
  REQUIRE(english.of(Role::Knight) == "N");
  REQUIRE(english == *parse_piece_letters("KQRBN"));
}

TEST_CASE("piece letters are given as king, queen, rook, bishop, knight", "[letters]") {
  for (const std::string text : {"KDTLS", "K D T L S", "K,D,T,L,S", " K, D, T, L, S "}) {
    CAPTURE(text);
    const auto letters = parse_piece_letters(text);
    REQUIRE(letters.has_value());
    CHECK(letters->of(Role::King) == "K");
    CHECK(letters->of(Role::Queen) == "D");
    CHECK(letters->of(Role::Rook) == "T");
    CHECK(letters->of(Role::Bishop) == "L");
    CHECK(letters->of(Role::Knight) == "S");
  }
}

TEST_CASE("a letter may be followed by a small one, and the longest match counts", "[letters]") {
  const PieceLetters russian = *parse_piece_letters("\u041a\u0440\u0424\u041b\u0421\u041a");
  REQUIRE(russian.of(Role::King) == "\u041a\u0440");
  REQUIRE(russian.of(Role::Knight) == "\u041a");
  REQUIRE(russian.match("\u041a\u0440e2")->role == Role::King);
  REQUIRE(russian.match("\u041a\u0440e2")->length == 4);
  REQUIRE(russian.match("\u041af3")->role == Role::Knight);
  REQUIRE_FALSE(russian.match("Kf3").has_value());
}

TEST_CASE("text that does not name five pieces is rejected with a reason", "[letters]") {
  struct Case {
    std::string text, error;
  };
  const Case cases[] = {
      {"", "'' has 0 letters instead of 5 (king, queen, rook, bishop and knight)"},
      {"KDT", "'KDT' has 3 letters instead of 5 (king, queen, rook, bishop and knight)"},
      {"KDTLSB", "'KDTLSB' has 6 letters instead of 5 (king, queen, rook, bishop and knight)"},
      {"kdtls", "'k' is not a capital letter for a piece"},
      {"KDT-S", "'-' is not a capital letter for a piece"},
      {"KDT1S", "'1' is not a capital letter for a piece"},
      {"K d T L S", "'d' is not a capital letter for a piece"},
      {"KDTL\xff", "the byte 0xff is not a capital letter for a piece"},
      {"KDTLD",
       "queen and knight have the same letter 'D'; a second, lower-case letter can distinguish "
       "them, as in \u041a\u0440"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const auto letters = parse_piece_letters(c.text);
    REQUIRE_FALSE(letters.has_value());
    CHECK(letters.error() == c.error);
  }
  REQUIRE_FALSE(parse_piece_letters("\u041a\u0424\u041b\u0421\u041a").has_value());
}

TEST_CASE("the letters of every known language can be used", "[letters]") {
  for (const PieceLanguage& language : piece_languages()) {
    CAPTURE(language.names);
    CHECK(parse_piece_letters(language.letters).has_value());
  }
  CHECK(language_letters().size() == piece_languages().size());
}

}  // namespace
}  // namespace arbiter::testing
