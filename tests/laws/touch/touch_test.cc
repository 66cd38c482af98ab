#include <catch2/catch.hpp>
#include <string>

#include "lib/laws/touch/touch_move.h"
#include "lib/notation/fen.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

namespace {

const Position& position() {
  // White: Ke1 Rh1 Na1 pawns d2 e7; Black: Ka8 pawn d5.
  static const Position position = *parse_position("k7/4P3/8/3p4/8/8/3P4/N3K2R w K - 0 1");
  return position;
}

}  // namespace

TEST_CASE("touches are parsed as an arbiter writes them", "[touch]") {
  CHECK(*parse_touch("e1", position()) == Touch(TouchedPiece{Square::E1}));
  CHECK(*parse_touch("d5", position()) == Touch(TouchedPiece{Square::D5}));
  CHECK(*parse_touch("d2-d4", position()) == Touch(ReleasedPiece{Square::D2, Square::D4}));
  CHECK(*parse_touch("e8=Q", position()) == Touch(NewPiece{Square::E8, Role::Queen}));
  CHECK(*parse_touch("e8=N", position()) == Touch(NewPiece{Square::E8, Role::Knight}));
}

TEST_CASE("of two pieces touched together, the own piece and the king come first", "[touch]") {
  const Touch capture = TouchedTogether{Square::D2, Square::D5};
  CHECK(*parse_touch("d2+d5", position()) == capture);
  CHECK(*parse_touch("d5+d2", position()) == capture);
  const Touch castling = TouchedTogether{Square::E1, Square::H1};
  CHECK(*parse_touch("e1+h1", position()) == castling);
  CHECK(*parse_touch("h1+e1", position()) == castling);
}

TEST_CASE("an impossible touch is rejected with the reason", "[touch]") {
  struct Case {
    std::string word;
    std::string part;
  };
  const auto [word, part] = GENERATE(values<Case>({
      {"", "'' is not a square"},
      {"e9", "'e9' is not a square (a1 to h8)"},
      {"Nf3", "is not a square"},
      {"e4", "there is no piece on e4"},
      {"e8", "there is no piece on e8"},
      {"e1+e4", "there is no piece on e4"},
      {"e1+e1", "is not a touch"},
      {"a1+d2", "list them separately"},
      {"e4-e5", "there is no piece on e4"},
      {"d2-d9", "'d9' is not a square"},
      {"d2-d2", "is where the piece stood"},
      {"d5-d4", "the pawn on d5 does not belong to White"},
      {"e8=K", "a pawn can promote only to a queen, rook, bishop or knight"},
      {"e8=", "a pawn can promote only to"},
      {"e7=Q", "'e7' is not a square on the last rank of White's pawns"},
      {"e1=Q", "'e1' is not a square on the last rank of White's pawns"},
      {"=Q", "is not a touch"},
      {"e12+h1", "is not a touch"},
      {"+", "is not a touch"},
  }));
  CAPTURE(word);
  const auto touch = parse_touch(word, position());
  REQUIRE_FALSE(touch);
  CHECK_THAT(touch.error(), Contains(part));
}

TEST_CASE("touches are described in words", "[touch]") {
  struct Case {
    std::string word;
    std::string text;
  };
  const auto [word, text] = GENERATE(values<Case>({
      {"e1", "the king on e1"},
      {"h1+e1", "the king on e1 and the rook on h1 together"},
      {"d2-d4", "the pawn on d2, released on d4"},
      {"e8=R", "a new rook on e8"},
  }));
  CHECK(to_string(*parse_touch(word, position()), position().board()) == text);
}
