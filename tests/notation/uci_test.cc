#include "lib/notation/uci.h"

#include <catch2/catch.hpp>
#include <string>

#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "tests/notation/random_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("every legal move is written and read back in UCI", "[uci]") {
  testing::for_positions_of_random_games(
      6, [](const judge::JudgeBoard& board, const Position& position) {
        CAPTURE(board.fen());
        const auto style = needs_chess960(position) ? judge::CastlingText::KingTakesRook
                                                    : judge::CastlingText::KingGoes;
        for (const judge::JudgeMove& judged : board.legal_moves()) {
          const Move move = judge::move_of(judged, board);
          const std::string text = uci_of(move, position);
          const std::string engine_text = uci_of(move, position, UciCastling::KingTakesRook);
          CAPTURE(text);
          if (text != board.uci(judged, style)) REQUIRE(text == board.uci(judged, style));
          if (engine_text != board.uci(judged, judge::CastlingText::KingTakesRook))
            FAIL(engine_text);
          for (const std::string& written : {text, engine_text}) {
            const auto read = parse_uci(written, position);
            if (!read) FAIL(read.error());
            if (*read != move) FAIL("is read as another move");
          }
        }
      });
}

TEST_CASE("of all coordinates exactly the legal moves are legal", "[uci]") {
  int positions = 0;
  testing::for_positions_of_random_games(1, [&](const judge::JudgeBoard& board,
                                                const Position& position) {
    if (++positions % 10 != 0) return;
    CAPTURE(board.fen());
    std::size_t legal = 0, castlings = 0;
    for (int from = 0; from < 64; ++from) {
      for (int to = 0; to < 64; ++to) {
        for (const auto& promotion :
             {std::optional<Role>(), std::optional(Role::Pawn), std::optional(Role::Knight),
              std::optional(Role::Bishop), std::optional(Role::Rook), std::optional(Role::Queen),
              std::optional(Role::King)}) {
          const auto move = legal_move({square_at(from), square_at(to), promotion}, position);
          if (!move) continue;
          if (!is_legal(position, *move)) FAIL("an illegal move");
          // Castling has two notations, one of which is counted.
          const bool second_way = move->kind() == MoveKind::Castling && move->to() != square_at(to);
          ++(second_way ? castlings : legal);
        }
      }
    }
    if (legal != board.legal_moves().size()) REQUIRE(legal == board.legal_moves().size());
    REQUIRE(castlings <= 2);
  });
  REQUIRE(positions > 100);
}

TEST_CASE("castling in UCI names the rook only if the position requires it", "[uci]") {
  struct Case {
    std::string fen, standard, engine;
  };
  const Case cases[] = {
      {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1h1"},
      {"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", "e8a8"},
      {"4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1", "e1h1", "e1h1"},
      {"4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "f1h1", "f1h1"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.fen);
    const Position position = *parse_position(c.fen);
    const Move move = *parse_uci(c.engine, position);
    REQUIRE(move.kind() == MoveKind::Castling);
    CHECK(uci_of(move, position) == c.standard);
    CHECK(uci_of(move, position, UciCastling::KingTakesRook) == c.engine);
    CHECK(*parse_uci(c.standard, position) == move);
  }
  // A single step of the king is a king move, even to a castling square.
  const Position beside = *parse_position("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1");
  REQUIRE(parse_uci("f1g1", beside)->kind() == MoveKind::Normal);
}

TEST_CASE("text that is not a legal move in UCI is rejected with a reason", "[uci]") {
  struct Case {
    std::string text, error;
  };
  const Case cases[] = {
      {"", "'' is not a move such as e2e4 or e7e8q"},
      {"e4", "'e4' is not a move such as e2e4 or e7e8q"},
      {"e2e9", "'e2e9' is not a move such as e2e4 or e7e8q"},
      {"E2E4", "'E2E4' is not a move such as e2e4 or e7e8q"},
      {"e7e8k", "'e7e8k' is not a move such as e2e4 or e7e8q"},
      {"e7e8Q", "'e7e8Q' is not a move such as e2e4 or e7e8q"},
      {"e2e4e5", "'e2e4e5' is not a move such as e2e4 or e7e8q"},
      {"0000", "the null move 0000 cannot be played"},
      {"a7a8", "a7a8 does not name the promotion piece, as in a7a8q"},
      {"e1e2q", "e1e2q is not legal here"},
      {"e1e3", "e1e3 is not legal here"},
      {"g8g7", "g8g7 is not legal here"},
      {"d4d5", "d4d5 is not legal here"},
      {"e1e1", "e1e1 is not legal here"},
  };
  const Position position = *parse_position("6k1/P7/8/8/8/8/8/4K3 w - - 0 1");
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const auto move = parse_uci(c.text, position);
    REQUIRE_FALSE(move.has_value());
    CHECK(move.error() == c.error);
  }
}

}  // namespace
}  // namespace arbiter::testing
