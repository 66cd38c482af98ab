#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/notation/loose_move.h"
#include "tests/notation/loose_readings.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using enum SpellingDeviation;

TEST_CASE("pawns may have a letter", "[loose]") {
  check_readings({{"Pe4", "Pe4", {PawnLetter}},
                  {"Pexd5", "Pexd5", {PawnLetter}},
                  {"Pxd5", "Pxd5", {PawnLetter}},
                  {"Pe2-e4", "Pe2e4", {LongAlgebraic, PawnLetter}},
                  {"Pe8=Q", "Pe8=Q", {PawnLetter}},
                  {"pe4", "Pe4", {PawnLetter}},
                  {"\u2659e4", "Pe4", {PawnLetter, Figurine}}});
}

TEST_CASE("pieces may have small letters", "[loose]") {
  check_readings({{"nf3", "Nf3", {LowerCasePiece}},
                  {"qxd4+", "Qxd4+", {LowerCasePiece}},
                  {"kd2", "Kd2", {LowerCasePiece}},
                  {"rad1", "Rad1", {LowerCasePiece}},
                  {"r1d4", "R1d4", {LowerCasePiece}},
                  {"bf4", "Bf4", {LowerCasePiece}},
                  {"bb5", "Bb5", {LowerCasePiece}},
                  {"bac3", "Bac3", {LowerCasePiece}},
                  {"ng1-f3", "Ng1f3", {LongAlgebraic, LowerCasePiece}}});
}

TEST_CASE("a small b is preferably a file, and a bishop if no pawn can be meant", "[loose]") {
  struct BothReadings {
    std::string text, pawn, piece;
  };
  const BothReadings cases[] = {
      {"bxc3", "Pbxc3", "Bxc3"},    {"bxf4", "Pbxf4", "Bxf4"}, {"bc3", "Pbc3", "Bc3"},
      {"bxa6+", "Pbxa6+", "Bxa6+"}, {"b:c3", "Pbxc3", "Bxc3"},
  };
  for (const BothReadings& c : cases) {
    CAPTURE(c.text);
    const auto move = parse_loose_move(c.text, {});
    REQUIRE(move.has_value());
    CHECK(spelled(move->san) == c.pawn);
    REQUIRE(move->other_reading.has_value());
    CHECK(spelled(*move->other_reading) == c.piece);
  }
  for (const std::string text : {"b4", "axb4", "cb4", "b2b4", "b8=Q"}) {
    CAPTURE(text);
    REQUIRE_FALSE(parse_loose_move(text, {})->other_reading.has_value());
  }
  // The letters of the Spanish alfil and the German Dame are also files.
  const auto spanish = parse_loose_move("axb4", *parse_piece_letters("RDTAC"));
  REQUIRE(spelled(spanish->other_reading.value()) == "Bxb4");
  const auto german = parse_loose_move("dd4", *parse_piece_letters("KDTLS"));
  REQUIRE(spelled(german->san) == "Qd4");
}

TEST_CASE("figurines of both colours name pieces in every language", "[loose]") {
  const std::vector<Reading> cases = {
      {"\u2658f3", "Nf3", {Figurine}},       {"\u265ef3", "Nf3", {Figurine}},
      {"\u2654d2", "Kd2", {Figurine}},       {"\u265bxh7#", "Qxh7#", {Figurine}},
      {"\u2656ad1", "Rad1", {Figurine}},     {"\u2657b5+", "Bb5+", {Figurine}},
      {"\u2658\ufe0ef3", "Nf3", {Figurine}}, {"\u2658g1-f3", "Ng1f3", {LongAlgebraic, Figurine}}};
  check_readings(cases);
  check_readings(cases, *parse_piece_letters("KDTLS"));
}

TEST_CASE("pieces may have the letters of other languages", "[loose]") {
  check_readings({{"Sf3", "Nf3", {ForeignLetter}},
                  {"Lb5+", "Bb5+", {ForeignLetter}},
                  {"Dxd4", "Qxd4", {ForeignLetter}},
                  {"Tad1", "Rad1", {ForeignLetter}},
                  {"Kd2", "Kd2", {}},
                  {"sf3", "Nf3", {LowerCasePiece, ForeignLetter}},
                  {"e8=D", "Pe8=Q", {ForeignLetter}},
                  {"e8D", "Pe8=Q", {PromotionSign, ForeignLetter}},
                  {"Sg1-f3", "Ng1f3", {LongAlgebraic, ForeignLetter}},
                  {"O-O", "O-O", {}},
                  {"e4", "Pe4", {}}},
                 *parse_piece_letters("KDTLS"));
  // Letters that denote other pieces in English.
  check_readings({{"Rd2", "Kd2", {ForeignLetter}}, {"Cf3", "Nf3", {ForeignLetter}}},
                 *parse_piece_letters("RDTFC"));
  check_readings({{"Pf3", "Nf3", {ForeignLetter}}}, *parse_piece_letters("KDTLP"));
  check_readings({{"\u041a\u0440e2", "Ke2", {ForeignLetter}},
                  {"\u041af3", "Nf3", {ForeignLetter}},
                  {"\u0424d4", "Qd4", {ForeignLetter}},
                  {"\u0421:b5", "Bxb5", {CaptureSign, ForeignLetter}},
                  {"\u041b\u0445d1", "Rxd1", {CaptureSign, ForeignLetter}}},
                 *parse_piece_letters("\u041a\u0440\u0424\u041b\u0421\u041a"));
}

TEST_CASE("a letter of another language is never skipped", "[loose]") {
  for (const std::string text : {"Sf3", "Lb5", "Dd4", "Td1", "Cf3", "Ae5", "Pxe", "Xf3", "Of3"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_loose_move(text, {}).has_value());
  }
  const PieceLetters german = *parse_piece_letters("KDTLS");
  for (const std::string text : {"nf3", "Cf3", "Xf3", "e8=C"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_loose_move(text, german).has_value());
  }
}

TEST_CASE("English letters are accepted if the other language does not use them", "[loose]") {
  check_readings({{"Nf3", "Nf3", {EnglishLetter}},
                  {"Bb5+", "Bb5+", {EnglishLetter}},
                  {"Rad1", "Rad1", {EnglishLetter}},
                  {"Kd2", "Kd2", {}},
                  {"e8=Q", "Pe8=Q", {EnglishLetter}},
                  {"e8Q", "Pe8=Q", {PromotionSign, EnglishLetter}},
                  // Not a bishop: lower-case letters are those of the language.
                  {"bxc3", "Pbxc3", {}}},
                 *parse_piece_letters("KDTLS"));
  // In French, R is the king and C the knight; in Portuguese, B is also the bishop.
  check_readings({{"Re2", "Ke2", {ForeignLetter}}, {"Nf3", "Nf3", {EnglishLetter}}},
                 *parse_piece_letters("RDTFC"));
  check_readings({{"Bb5", "Bb5", {}}}, *parse_piece_letters("RDTBC"));
}

}  // namespace
}  // namespace arbiter::testing
