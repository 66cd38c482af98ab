#include "lib/notation/lan.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "lib/notation/fen.h"
#include "lib/notation/san_text.h"
#include "lib/notation/uci.h"
#include "tests/notation/random_games.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

std::string without(std::string text, char character) {
  text.erase(std::remove(text.begin(), text.end(), character), text.end());
  return text;
}

TEST_CASE("every legal move is written and read back in long algebraic notation", "[lan]") {
  testing::for_positions_of_random_games(
      6, [](const judge::JudgeBoard& board, const Position& position) {
        CAPTURE(board.fen());
        for (const judge::JudgeMove& judged : board.legal_moves()) {
          const Move move = judge::move_of(judged, board);
          const std::string lan = lan_of(move, position);
          CAPTURE(lan);
          // It begins with SAN's letter, ends as SAN does, and has the squares of UCI.
          const std::string san = san_of(move, position);
          if (move.kind() == MoveKind::Castling) {
            if (lan != san) FAIL(san);
          } else {
            const std::string squares = uci_of(move, position);
            const bool is_piece = san[0] >= 'A' && san[0] <= 'Z';
            std::string expected = is_piece ? san.substr(0, 1) : "";
            expected += squares.substr(0, 2);
            expected += san.find('x') != std::string::npos ? 'x' : '-';
            expected += squares.substr(2, 2);
            if (const auto promotion = san.find('='); promotion != std::string::npos) {
              expected += san.substr(promotion, 2);
            }
            if (san.back() == '+' || san.back() == '#') expected += san.back();
            if (lan != expected) REQUIRE(lan == expected);
          }
          for (const std::string& written :
               {lan, without(lan, '#'), without(lan, '+'),
                move.kind() == MoveKind::Castling ? lan : without(lan, '-'), without(lan, 'x'),
                without(lan, '=')}) {
            const auto read = parse_lan(written, position);
            if (!read) FAIL(read.error());
            if (*read != move) FAIL(written << " is read as another move");
          }
        }
      });
}

TEST_CASE("long algebraic notation is written as a chess book does", "[lan]") {
  struct Case {
    std::string fen, uci, lan;
  };
  const Case cases[] = {
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Ng1-f3"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e2-e4"},
      {"3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "e7xd8=Q+"},
      {"7k/8/8/3pP3/8/8/8/B6K w - d6 0 1", "e5d6", "e5xd6+"},
      {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
      {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra1-a8+"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.fen, c.uci);
    const Position position = *parse_position(c.fen);
    CHECK(lan_of(*parse_uci(c.uci, position), position) == c.lan);
  }
}

TEST_CASE("text that is no legal move in long algebraic notation is refused", "[lan]") {
  struct Case {
    std::string text, error;
  };
  const Case cases[] = {
      {"", "'' is not a move such as Ng1-f3, e2-e4 or e7xd8=Q"},
      {"Nf3", "'Nf3' is not a move such as Ng1-f3, e2-e4 or e7xd8=Q"},
      {"e4", "'e4' is not a move such as Ng1-f3, e2-e4 or e7xd8=Q"},
      {"a7--a8=Q", "'a7--a8=Q' is not a move such as Ng1-f3, e2-e4 or e7xd8=Q"},
      {"a7-a8=QQ", "'a7-a8=QQ' is not a move such as Ng1-f3, e2-e4 or e7xd8=Q"},
      {"a7-a8=x", "'a7-a8=x' is not a move such as Ng1-f3, e2-e4 or e7xd8=Q"},
      {"a7-a8=K", "a7-a8=K is not legal here"},
      {"Ng1-f3", "White has no knight on g1"},
      {"e1-e2", "White has no pawn on e1"},
      {"Ke1-e3", "Ke1-e3 is not legal here"},
      {"O-O", "O-O is not legal here"},
      {"a7-a8", "a7-a8 does not name the promotion piece, as in a7-a8=Q"},
  };
  const Position position = *parse_position("6k1/P7/8/8/8/8/8/4K3 w - - 0 1");
  for (const Case& c : cases) {
    CAPTURE(c.text);
    const auto move = parse_lan(c.text, position);
    REQUIRE_FALSE(move.has_value());
    CHECK(move.error() == c.error);
  }
}

}  // namespace
}  // namespace arbiter::testing
