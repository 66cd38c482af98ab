// Tests of the small types: squares, pieces, moves and castling rights.
#include <catch2/catch.hpp>
#include <string>

#include "lib/chess/bitboard.h"
#include "lib/chess/setup.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("every square's name is parsed as the square", "[square]") {
  for (int i = 0; i < kSquareCount; ++i) {
    const Square square = square_at(i);
    REQUIRE(parse_square(to_string(square)) == square);
    REQUIRE(square_of(file_of(square), rank_of(square)) == square);
  }
  REQUIRE(to_string(Square::A1) == "a1");
  REQUIRE(to_string(Square::H8) == "h8");
}

TEST_CASE("text that is not exactly one square is rejected", "[square]") {
  const std::string text =
      GENERATE(as<std::string>{}, "", "e", "i1", "a0", "a9", "e44", "E4", "4e", " e4");
  CAPTURE(text);
  REQUIRE_FALSE(parse_square(text).has_value());
}

TEST_CASE("ranks are counted from the player's own side", "[square]") {
  REQUIRE(relative_rank(Color::White, Square::E2) == Rank::Two);
  REQUIRE(relative_rank(Color::Black, Square::E2) == Rank::Seven);
  REQUIRE(forward(Color::White, Square::E4) == Square::E5);
  REQUIRE(forward(Color::Black, Square::E4) == Square::E3);
  REQUIRE(backward(Color::Black, Square::E4) == Square::E5);
}

TEST_CASE("a piece is its role and colour, with FEN's letter", "[piece]") {
  std::string letters;
  for (std::uint8_t code = 0; code < kPieceCount; ++code) {
    const Piece piece = Piece::from_code(code);
    REQUIRE(Piece(piece.color(), piece.role()) == piece);
    letters += letter_of(piece);
  }
  REQUIRE(letters == "pPnNbBrRqQkK");
  for (const char letter : std::string("PNBRQK")) {
    REQUIRE(letter_of(*role_of_letter(letter)) == letter);
  }
  REQUIRE_FALSE(role_of_letter('p').has_value());
}

TEST_CASE("a move stores its parts in 16 bits", "[move]") {
  for (int i = 0; i < kSquareCount; ++i) {
    const Square from = square_at(i);
    const Square to = square_at((i + 17) % kSquareCount);
    const Move moves[] = {Move::normal(from, to), Move::en_passant(from, to),
                          Move::castling(from, to), Move::promotion(from, to, Role::Knight),
                          Move::promotion(from, to, Role::Queen)};
    for (const Move move : moves) {
      REQUIRE(move.from() == from);
      REQUIRE(move.to() == to);
      REQUIRE(Move::from_bits(move.bits()) == move);
    }
    REQUIRE(moves[1].kind() == MoveKind::EnPassant);
    REQUIRE(moves[2].kind() == MoveKind::Castling);
    REQUIRE(moves[3].promotion_role() == Role::Knight);
    REQUIRE(moves[4].promotion_role() == Role::Queen);
  }
  STATIC_REQUIRE(sizeof(Move) == 2);
}

TEST_CASE("castling rights are equal if the same rooks have them", "[castling]") {
  CastlingRights a;
  CastlingRights b;
  a.grant(Color::White, CastlingSide::King, Square::H1);
  b.grant(Color::White, CastlingSide::King, Square::G1);
  REQUIRE_FALSE(a == b);
  REQUIRE(a.rooks() == Bitboard(Square::H1));
  a.revoke(Color::White);
  REQUIRE_FALSE(a == b);
  b.revoke(Color::White, CastlingSide::King);
  REQUIRE(a == b);  // rights that were revoked have no effect
  REQUIRE_FALSE(a.has_any(Color::White));
  REQUIRE(a.rooks().is_empty());
}

}  // namespace
}  // namespace arbiter::testing
