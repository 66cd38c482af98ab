#include "lib/chess/board.h"

#include <array>
#include <catch2/catch.hpp>
#include <optional>
#include <utility>

#include "tests/chess/random_positions.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Squares = std::array<std::optional<Piece>, kSquareCount>;

void require_same(const Board& board, const Squares& squares) {
  for (const Square square : kAllSquares) {
    const std::optional<Piece>& piece = squares[static_cast<std::size_t>(square)];
    REQUIRE(board.at(square) == piece);
    REQUIRE(board.is_empty(square) == !piece.has_value());
    REQUIRE(board.occupied().contains(square) == piece.has_value());
    for (const Color color : {Color::White, Color::Black}) {
      REQUIRE(board.of(color).contains(square) == (piece && piece->color() == color));
    }
    for (int i = 0; i < 6; ++i) {
      const Role role = static_cast<Role>(i);
      REQUIRE(board.of(role).contains(square) == (piece && piece->role() == role));
    }
  }
}

TEST_CASE("sets and squares of a board agree after every change", "[board]") {
  testing::Random random(17);
  Board board;
  Squares squares{};
  const auto anywhere = [&] { return square_at(testing::random_below(random, kSquareCount)); };
  for (int round = 0; round < 3000; ++round) {
    const Square from = anywhere();
    const Square to = anywhere();
    auto& at_from = squares[static_cast<std::size_t>(from)];
    auto& at_to = squares[static_cast<std::size_t>(to)];
    const int what = testing::random_below(random, 4);
    if (what == 0) {
      board.clear(from);
      at_from.reset();
    } else if (what == 1 && at_from && !(at_to && at_to->color() == at_from->color())) {
      const std::uint8_t captured = board.move_piece(from, to);
      REQUIRE(captured == (at_to ? at_to->code() : Board::kEmpty));
      at_to = std::exchange(at_from, std::nullopt);
    } else {
      const Piece piece =
          Piece::from_code(static_cast<std::uint8_t>(testing::random_below(random, kPieceCount)));
      board.put(from, piece);
      at_from = piece;
    }
    if (round % 10 == 0) require_same(board, squares);
  }
}

TEST_CASE("boards are equal if the same pieces are on the same squares", "[board]") {
  Board a;
  Board b;
  a.put(Square::A1, Piece(Color::White, Role::King));
  REQUIRE_FALSE(a == b);
  b.put(Square::A1, Piece(Color::White, Role::Queen));
  REQUIRE_FALSE(a == b);
  b.put(Square::A1, Piece(Color::White, Role::King));
  REQUIRE(a == b);
}

}  // namespace
}  // namespace arbiter::testing
