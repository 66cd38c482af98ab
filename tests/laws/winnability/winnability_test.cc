// Tests which sides can still mate, and the lines that prove it.
#include "lib/laws/winnability/winnability.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "tests/judge/judged_setup.h"
#include "tests/laws/winnability/judged_answer.h"
#include "tests/laws/winnability/walled_positions.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

struct Known {
  std::string fen;
  std::string label;  // sides that can mate: WB, W-, -B, --
  std::string why;
};

TEST_CASE("positions with an obvious answer are judged correctly", "[winnability]") {
  const auto known = GENERATE(values<Known>({
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "WB", "fool's mate"},
      {"8/8/4k3/8/8/4K3/8/8 w - - 0 1", "--", "two kings"},
      {"8/8/4k3/8/8/4KB2/8/8 w - - 0 1", "--", "a bishop alone"},
      {"8/8/4k3/8/8/4KN2/8/8 b - - 0 1", "--", "a knight alone"},
      {"8/5b2/4k3/8/8/4K3/6B1/8 w - - 0 1", "--", "both bishops on light squares"},
      {"8/4b3/4k3/8/8/4K3/6B1/8 w - - 0 1", "WB", "bishops on both colours: mate in the corner"},
      {"8/5n2/4k3/8/8/4K3/6B1/8 w - - 0 1", "WB", "the other minor piece takes the flight square"},
      {"8/5q2/4k3/8/8/4K3/6N1/8 w - - 0 1", "-B", "a queen cannot be in the way of her king"},
      {"8/5r2/4k3/8/8/4K3/6N1/8 w - - 0 1", "WB", "a rook can, against a knight"},
      {"8/5r2/4k3/8/8/4K3/6B1/8 w - - 0 1", "-B", "but not against a bishop"},
      {"8/5p2/4k3/8/8/4K3/6B1/8 w - - 0 1", "WB", "the pawn becomes a knight"},
      {"8/8/4k3/8/8/4K1NN/8/8 w - - 0 1", "W-", "two knights mate with help"},
      {"7k/8/6KQ/8/8/8/8/8 b - - 0 1", "W-", "Kg8, then Qg7"},
      {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--", "stalemate"},
      {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "W-", "White has mated"},
      {"8/8/8/8/8/8/5kq1/7K w - - 0 1", "-B", "Black has mated"},
      {"8/8/8/8/8/8/6q1/k6K w - - 0 1", "--", "the king has to take the queen"},
      {"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "--", "the kings walk, nothing else moves"},
      {"4k3/8/8/2p1p1p1/2P1P1P1/8/8/4K3 w - - 0 1", "WB", "a king comes in by the a-file"},
      {"4k3/8/1p6/1P1p1p1p/3P1P1P/8/8/4K3 w - - 0 1", "--", "a5 and c4 to c5 are guarded too"},
      {"4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/B3K3 w - - 0 1", "--", "a bishop on dark squares meets none"},
      {"4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4KB2 w - - 0 1", "WB", "Bxb5"},
      {"4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4KN2 w - - 0 1", "WB", "a knight gets everywhere"},
      {"4k3/8/3p4/p1pP1p1p/P1P2P1P/8/4K3/8 w - c6 0 1", "WB", "dxc6 opens the wall"},
      {"4k3/8/3p4/p1pP1p1p/P1P2P1P/8/4K3/8 w - - 0 1", "--", "without that right it stays shut"},
      {"k7/P1K5/8/8/8/8/8/8 b - - 0 1", "--", "stalemate with a pawn"},
      {"8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "--", "stalemate too"},
      {"7k/5K2/8/6P1/8/8/8/8 b - - 0 1", "W-", "Kh7, g6 and so on"},
      {"7k/8/8/8/8/8/5Kp1/6B1 b - - 0 1", "WB", "either pawn or bishop"},
      {"6bk/5p1p/5P1P/4p3/4K3/8/8/8 w - - 0 1", "WB",
       "the king lets the pawn by, to become a bishop"},
      {"5rk1/5ppp/8/8/8/8/8/K7 w - - 0 1", "-B", "a lone king cannot mate, however easy the rest"},
  }));
  CAPTURE(known.fen, known.why);
  const Position position = judge::position_of(known.fen);
  CHECK(label_of(position) == known.label);
  CHECK(label_of(judge::position_of(with_colors_swapped(known.fen))) ==
        std::string{known.label[1] == 'B' ? 'W' : '-', known.label[0] == 'W' ? 'B' : '-'});
}

TEST_CASE("an answer contains how it was found", "[winnability]") {
  struct Case {
    std::string fen;
    Color winner;
    WinnabilityProof proof;
  };
  const std::vector<Case> cases = {
      {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Color::White, WinnabilityProof::GameOver},
      {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Color::White, WinnabilityProof::Line},
      {"8/8/4k3/8/8/4KN2/8/8 b - - 0 1", Color::White, WinnabilityProof::Material},
      {"8/8/8/8/8/8/6q1/k6K w - - 0 1", Color::Black, WinnabilityProof::ForcedMoves},
      {"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", Color::White, WinnabilityProof::Fortress},
      {"8/8/4k3/8/8/4KQ2/8/8 b - - 0 1", Color::White, WinnabilityProof::Line},
  };
  for (const Case& row : cases) {
    CAPTURE(row.fen);
    CHECK(find_winnability(judge::position_of(row.fen), row.winner).proof == row.proof);
  }
}

TEST_CASE("a limit that is too low leaves the answer open", "[winnability]") {
  const Position position = judge::position_of("8/3n4/4k3/8/8/3K4/5N2/8 w - - 0 1");
  const WinnabilityAnswer answer = find_winnability(position, Color::White, {.positions = 20});
  CHECK(answer.verdict == Winnability::Undetermined);
  CHECK(answer.proof == WinnabilityProof::LimitHit);
  CHECK(answer.line.empty());
}

TEST_CASE("more pieces than a game has are no problem", "[winnability]") {
  const Position position(judge::setup_of("kqqqqqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/KQQQQQQQ w - - 0 1"));
  CHECK(find_winnability(position, Color::White).verdict == Winnability::Winnable);
}

}  // namespace
}  // namespace arbiter::testing
