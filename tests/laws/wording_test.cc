#include "lib/laws/wording.h"

#include <catch2/catch.hpp>
#include <string>

#include "lib/chess/setup.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("a sentence knows the squares that it names, through its parts", "[wording]") {
  const Board board = initial_setup().board;
  const Bitboard rooks = Bitboard(Square::A1) | Bitboard(Square::H1);
  struct Case {
    Sentence sentence;
    std::string text;
    Bitboard squares;
  };
  const Sentence parts[] = {the_piece_on(Square::D8, board), sentence("{}", Square::E4)};
  const Case rows[] = {
      {"the result is 1-0", "the result is 1-0", {}},
      // A move is text: its squares are not extracted.
      {sentence("write {}", "Rac1"), "write Rac1", {}},
      {the_piece_on(Square::D8, board), "the queen on d8", Bitboard(Square::D8)},
      {the_pieces_on(rooks, board), "the rooks on a1 and h1", rooks},
      {the_pieces_on(Bitboard(Square::A1) | Bitboard(Square::B1), board),
       "the rook on a1 and the knight on b1", Bitboard(Square::A1) | Bitboard(Square::B1)},
      {listed(parts), "the queen on d8 and e4", Bitboard(Square::D8) | Bitboard(Square::E4)},
      {sentence("{} is pinned to the king on {} by {}", the_piece_on(Square::B1, board), Square::E1,
                the_piece_on(Square::F8, board)),
       "the knight on b1 is pinned to the king on e1 by the bishop on f8",
       Bitboard(Square::B1) | Bitboard(Square::E1) | Bitboard(Square::F8)},
  };
  for (const Case& row : rows) {
    CHECK(row.sentence.text == row.text);
    CHECK(row.sentence.squares == row.squares);
  }
}

}  // namespace
}  // namespace arbiter::testing
