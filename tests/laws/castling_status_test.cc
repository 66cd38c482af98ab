#include <catch2/catch.hpp>
#include <string>

#include "lib/chess/legal_moves.h"
#include "lib/laws/board_facts.h"
#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

using Catch::Matchers::Contains;
using testing::play_out;
using testing::TestGame;

CastlingStatus status_of(const TestGame& game, CastlingSide side) {
  const GameHistory history{.first = game.first, .moves = game.moves, .now = game.last()};
  return castling_status(history, game.last().turn(), side);
}

struct Case {
  std::string fen;
  std::string moves;
  CastlingSide side;
  CastlingHindrance hindrance;
  std::string words;
};

constexpr CastlingSide kShort = CastlingSide::King;
constexpr CastlingSide kLong = CastlingSide::Queen;

TEST_CASE("castling is lost for good because of earlier moves", "[castling_status]") {
  using enum CastlingHindrance;
  const auto game = GENERATE(values<Case>({
      {"startpos", "e4 e5 Ke2 Ke7 Ke1 Ke8", kShort, KingMoved,
       "castling is lost for good: the king moved from e1 to e2 on move 2"},
      {"startpos", "e4 e5 Ke2 Ke7 Ke1 Ke8 Nf3", kLong, KingMoved,
       "the king moved from e8 to e7 on move 2"},
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 30", "Rg1 Kd8 Rh1 Ke8", kShort, RookMoved,
       "the rook moved from h1 to g1 on move 30"},
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kd1 Kd8 Ke1 Ke8", kShort, KingMoved,
       "the king moved from e1 to d1 on move 1"},
      {"4k3/8/8/8/8/6n1/8/R3K2R b KQ - 0 5", "Nxh1", kShort, RookCaptured,
       "the rook on h1 was captured on move 5"},
      // The rook that is now on the square is not the one with the castling right.
      {"4k3/8/8/8/8/6n1/8/1R2K2R b K - 0 5", "Nxh1 Rb7 Nf2 Rh7 Kd8 Rh1 Kc8", kShort, RookCaptured,
       "the rook on h1 was captured on move 5"},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O Kd8", kShort, HasCastled, "White castled on move 1"},
      {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "", kLong, NeverGiven,
       "the initial position gives White no right to castle on the queen side"},
  }));
  CAPTURE(game.fen, game.moves);
  const CastlingStatus status = status_of(play_out(game.fen, game.moves), game.side);
  CHECK(status.state == CastlingState::LostForGood);
  CHECK(status.hindrance == game.hindrance);
  CHECK_THAT(status.reason.text, Contains(game.words));
  CHECK(status.ply.has_value() == (game.hindrance != NeverGiven));
}

TEST_CASE("castling is prevented temporarily by the pieces on the board", "[castling_status]") {
  using enum CastlingHindrance;
  const auto game = GENERATE(values<Case>({
      {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", kLong, PassesAttackedSquare,
       "castling is prevented for now: the king would cross d1, attacked by the rook on d8"},
      {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "", kShort, PassesAttackedSquare,
       "cross f1, attacked by the rook on f8"},
      {"4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "", kShort, EndsOnAttackedSquare,
       "g1, where the king would stand, is attacked by the rook on g8"},
      {"4k3/8/8/8/1b6/8/8/R3K3 w Q - 0 1", "", kLong, InCheck,
       "the king on e1 is in check from the bishop on b4"},
      {"4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "", kLong, PieceBetween,
       "the knight on b1 stands in the way"},
      {"startpos", "", kShort, PieceBetween, "the bishop on f1 and the knight on g1 stand"},
      {"4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "", kLong, EndsOnAttackedSquare, ""},
      {"4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "", kLong, RookShieldsKing,
       "without the rook on b1, the king on c1 would be in check from the rook on a1"},
      {"4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "", kLong, RookShieldsKing, "the queen on a1"},
  }));
  CAPTURE(game.fen, game.side);
  const CastlingStatus status = status_of(play_out(game.fen, game.moves), game.side);
  CHECK(status.state == CastlingState::PreventedForNow);
  if (!game.words.empty()) {
    CHECK(status.hindrance == game.hindrance);
    CHECK_THAT(status.reason.text, Contains(game.words));
  }
  CHECK_FALSE(status.ply.has_value());
}

TEST_CASE("the rook may be attacked, and may cross an attacked square", "[castling_status]") {
  const auto fen = GENERATE(as<std::string>{}, "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
                            "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/1R1K4 w B - 0 1",
                            "4k3/8/8/8/8/8/8/1RK5 w B - 0 1");
  CAPTURE(fen);
  const CastlingStatus status = status_of(play_out(fen, ""), kLong);
  CHECK(status.is_legal());
  CHECK(status.reason.text.empty());
}

TEST_CASE("castling needs the king and the rook on their rank", "[castling_status]") {
  const CastlingStatus king = status_of(play_out("4k3/8/8/8/8/8/4K3/7R w - - 0 1", ""), kShort);
  CHECK(king.state == CastlingState::NotInPlace);
  CHECK_THAT(king.reason.text, Contains("the king on e2 does not stand on its first rank"));
  const CastlingStatus rook = status_of(play_out("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", ""), kShort);
  CHECK_THAT(rook.reason.text, Contains("no rook stands on the king side of the king on e1"));
}

TEST_CASE("castling_status is Legal exactly if castling is a legal move", "[castling_status]") {
  // Every placement of a black queen, rook, bishop or knight against both castling moves.
  const auto fen = GENERATE(as<std::string>{}, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
                            "4k3/8/8/8/8/8/8/1R2KR2 w BF - 0 1", "4k3/8/8/8/8/8/8/RK5R w AH - 0 1",
                            "4k3/8/8/8/8/8/8/2R2KR1 w CG - 0 1");
  CAPTURE(fen);
  const Setup empty = testing::setup_of_fen(fen);
  for (const Role role : {Role::Queen, Role::Rook, Role::Bishop, Role::Knight}) {
    for (const Square square : ~empty.board.occupied()) {
      Setup setup = empty;
      setup.board.put(square, Piece(Color::Black, role));
      const Position position(setup);
      const GameHistory history{.first = setup, .moves = {}, .now = position};
      for (const CastlingSide side : {kShort, kLong}) {
        const Square rook = position.castling().rook(Color::White, side);
        const Move move = Move::castling(position.king(Color::White), rook);
        CAPTURE(to_string(role), to_string(square), static_cast<int>(side));
        CHECK(castling_status(history, Color::White, side).is_legal() == is_legal(position, move));
      }
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
