// Tests the sentences of rulings on touches, as presented to arbiters.
#include <catch2/catch.hpp>
#include <string>

#include "lib/laws/touch/touch_move.h"
#include "lib/notation/fen.h"
#include "tests/laws/touch/touch_cases.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
using Catch::Matchers::Contains;

TEST_CASE("rulings are sentences that an arbiter can read out", "[touch_move]") {
  struct Case {
    std::string fen;
    std::string touches;
    std::string sentence;
  };
  const auto [fen, touches, sentence] = GENERATE(values<Case>({
      {"startpos", "g1", "White must move the knight on g1"},
      {"startpos", "a1 g1",
       "White must move the knight on g1, the first piece touched that can be moved"},
      {kTakers, "d5", "White must capture the pawn on d5"},
      {kTakers, "d5 c3", "White must capture the pawn on d5 with the knight on c3"},
      {kTakers, "a1 d5",
       "White cannot capture the pawn on d5 with the rook on a1, so White must move the rook on "
       "a1, "
       "the first piece touched that can be moved or captured"},
      {kCastlers, "e1 h1", "White must castle on the king side"},
      {kCastlers, "h1 e1",
       "White touched the rook on h1 before the king, so White may not castle with it now and must "
       "move "
       "the rook on h1"},
      {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1 a1",
       "White cannot castle on the queen side, so White must make another move with the king"},
      {"startpos", "e1 h1",
       "White cannot castle on the king side and has no other move with the king, so White may "
       "make "
       "any legal move"},
      {kPromoter, "e7 e8=Q", "White must promote on e8 to the queen that has touched the square"},
      {"startpos", "a1",
       "Nothing that White touched can be moved or captured, so any legal move may be made"},
      {"startpos", "g1-f3",
       "White released the knight on f3, so it cannot be moved to another square"},
      {kCastlers, "e1-g1", "White released the king on its castling square, so White must castle"},
  }));
  const Position position = *parse_position(fen);
  CHECK(rule_on_touches(position, report_of(position, touches)).sentence == sentence);
}

TEST_CASE("illegal castling comes with its reason", "[touch_move]") {
  const Position position = *parse_position("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  const TouchRuling ruling = rule_on_touches(position, report_of(position, "e1 a1"));
  REQUIRE(has_remark(ruling, "3.8.2"));
  CHECK_THAT(ruling.remarks.front().text, Contains("the king would cross d1"));
}
