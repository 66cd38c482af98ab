#include "lib/laws/wording.h"

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("the squares of a sentence are found, but not those in moves", "[wording]") {
  struct Case {
    std::string sentence;
    Bitboard squares;
  };
  const Bitboard pin = Bitboard(Square::C6) | Bitboard(Square::E8) | Bitboard(Square::B5);
  const Case row = GENERATE_COPY(values<Case>({
      {"", {}},
      {"the result is 1-0", {}},
      {"5... Nxd4: the knight on c6 is pinned to the king on e8 by the bishop on b5", pin},
      // Neither the move that the sentence is about nor the moves in it count.
      {"12. e4: no pawn can go there", {}},
      {"the draw could be claimed after 12. e4 or 13... e5", {}},
      {"the rooks on a1 and h1, or the queen on d8",
       Bitboard(Square::A1) | Bitboard(Square::H1) | Bitboard(Square::D8)},
      {"write Rac1 for Rc1, c1=Q or c8-c1", {}},
      {"8. O-O: the king would cross f1, attacked by the bishop on a6",
       Bitboard(Square::F1) | Bitboard(Square::A6)},
  }));
  CAPTURE(row.sentence);
  CHECK(squares_named_in(row.sentence) == row.squares);
}

}  // namespace
}  // namespace arbiter::testing
