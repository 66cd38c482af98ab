#include <catch2/catch.hpp>
#include <string>

#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "lib/openings/book.h"
#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

BookPosition after(std::string_view sans) {
  BookPosition position;
  for (const Move move : play_out("startpos", sans).moves) position.play(move);
  return position;
}

BookPosition from(const std::string& fen) {
  const auto parsed = parse_fen(fen);
  return BookPosition(std::get<ParsedFen>(parsed).setup);
}

TEST_CASE("the keys match the format's description", "[book]") {
  struct Row {
    std::string sans;
    std::uint64_t key;
  };
  const Row row = GENERATE(values<Row>({
      {"", 0x463b96181691fc9c},
      {"e4", 0x823c9b50fd114196},
      {"e4 d5", 0x0756b94461c50fb0},
      {"e4 d5 e5", 0x662fafb965db29d4},
      {"e4 d5 e5 f5", 0x22a48b5a8e47ff78},
      {"e4 d5 e5 f5 Ke2", 0x652a607ca3f242c1},
      {"e4 d5 e5 f5 Ke2 Kf7", 0x00fdd303c946bdd9},
      {"a4 b5 h4 b4 c4", 0x3c8123ea7b067637},
      {"a4 b5 h4 b4 c4 bxc3 Ra3", 0x5c3f9b829b279560},
  }));
  CAPTURE(row.sans);
  CHECK(after(row.sans).key() == row.key);
}

TEST_CASE("a pawn beside the one that passed counts even if it is pinned", "[book]") {
  // The pawn on e5 is pinned to its king, so it may not capture on d6.
  const BookPosition pinned = from("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
  const BookPosition plain = from("4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 2");
  REQUIRE_FALSE(pinned.position().en_passant());
  CHECK(pinned.position() == plain.position());
  CHECK(pinned.key() != plain.key());
  CHECK(plain.key() == static_cast<std::uint64_t>(plain.position().key()));
}

TEST_CASE("a double step with no pawn beside it does not change the key", "[book]") {
  CHECK(after("e4").key() ==
        from("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").key());
  CHECK(after("e4").key() ==
        from("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").key());
}

TEST_CASE("moves are encoded in the format and found again", "[book]") {
  struct Row {
    std::string fen;
    std::string san;
    std::uint16_t move;
  };
  const Row row = GENERATE(values<Row>({
      {"startpos", "e4", 12 << 6 | 28},
      {"startpos", "Nf3", 6 << 6 | 21},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", 4 << 6 | 7},
      {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", 60 << 6 | 56},
      {"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=N", 1 << 12 | 48 << 6 | 56},
      {"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=Q", 4 << 12 | 48 << 6 | 56},
  }));
  CAPTURE(row.san);
  const TestGame game = play_out(row.fen, row.san);
  CHECK(book_move_of(game.moves.front()) == row.move);
  CHECK(book_move_of(row.move, game.positions.front()) == game.moves.front());
}

TEST_CASE("every legal move is found by its number, and no other number is a move", "[book]") {
  const std::string fen = GENERATE(
      as<std::string>{}, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1");
  const Position position = from(fen).position();
  std::size_t found = 0;
  for (unsigned number = 0; number < 1U << 15; ++number) {
    const auto move = book_move_of(static_cast<std::uint16_t>(number), position);
    if (!move) continue;
    CHECK(is_legal(position, *move));
    found += book_move_of(*move) == number ? 1 : 0;
  }
  CHECK(found == legal_moves(position).size());
}

TEST_CASE("castling as a king move of two squares is accepted", "[book]") {
  const Position position = from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").position();
  const auto short_castling = book_move_of(4 << 6 | 6, position);
  REQUIRE(short_castling);
  CHECK(*short_castling == Move::castling(Square::E1, Square::H1));
  const auto long_castling = book_move_of(4 << 6 | 2, position);
  REQUIRE(long_castling);
  CHECK(*long_castling == Move::castling(Square::E1, Square::A1));
}

TEST_CASE("a book has no castling rights of Chess960", "[book]") {
  CHECK(from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").is_usual());
  CHECK(from("nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w - - 0 1").is_usual());
  CHECK_FALSE(from("nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1").is_usual());
}

}  // namespace
}  // namespace arbiter::testing
