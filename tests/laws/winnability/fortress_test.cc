// Checks proofs that need no search, with hand-made positions and with a judge that plays every
// move.
#include <catch2/catch.hpp>
#include <string>

#include "lib/laws/winnability/quick_proofs.h"
#include "lib/laws/winnability/state.h"
#include "tests/judge/judged_setup.h"
#include "tests/laws/winnability/blind_closure.h"
#include "tests/laws/winnability/judged_answer.h"
#include "tests/laws/winnability/walled_positions.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

struct Shut {
  std::string fen;
  Color loser_of_hope;  // the side that cannot mate
  std::string why;
};

TEST_CASE("a fortress is proved without a search", "[winnability][fortress]") {
  const auto shut = GENERATE(values<Shut>({
      {"8/5ppp/8/8/ppp5/bkp4Q/qnp5/n1K5 b - - 0 1", Color::White,
       "each check of the queen is answered by taking her, and Black's checks beside c1 mate"},
      {"8/6pp/8/4q3/ppp5/bkp4Q/qnp2p2/n1K5 b - - 0 1", Color::White, "the same, with a queen more"},
      {"3b4/6k1/1ppp4/2b3p1/1pKp1pP1/1P1P1P2/8/1BbB1B2 b - - 0 1", Color::White,
       "b5 and d5 mate, and nothing else gives the king on c4 a square"},
      {"8/B4b2/2k5/1p1p4/1P1Pp1pB/1pp1P1P1/1p6/bK3b2 b - - 0 1", Color::White,
       "c2 and Bd3 mate, nothing else opens the corner"},
      {"6B1/b7/2k5/p1p1p1pB/P1P1P1P1/pp6/rp6/1K2b3 b - - 0 1", Color::White,
       "Ra1 mates, nothing else opens the corner"},
      {"8/2b4B/4k3/8/8/2p1p1p1/2PpP1P1/1B1K3n b - - 0 1", Color::White,
       "the knight has one square, and mates there"},
      {"B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - - 0 1", Color::White,
       "seven bishops on eight squares always guard the pawns below them"},
      {"B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - - 0 1", Color::Black,
       "so Black's king cannot come up, either"},
      {"2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K - 0 1", Color::White,
       "the knight on g1 never leaves, so there is no castling"},
      {"B2b4/8/8/4k3/1p1p1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1", Color::White,
       "the rook is taken on a1, and gone, or it stays and shuts its king in"},
      {"B2b4/8/8/4k3/1p1p1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1", Color::Black, "the same for Black"},
      {"1bB5/k7/r7/8/1pBp1p1p/1PpP1PbP/K1P4b/RB6 w - - 0 1", Color::White,
       "the same after Bxa6, which is forced"},
      {"1bB4b/k7/R5r1/8/1pBp1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1", Color::Black,
       "the same after Rxa6 and Bxa6"},
      {"1k4b1/1P1p4/BP1Pp1p1/1P2P1P1/pB6/Pp2K3/1P5B/8 b - - 0 1", Color::Black,
       "while a4 stands it guards b3; once it is taken b3 is alone"},
  }));
  CAPTURE(shut.fen, shut.why, to_string(shut.loser_of_hope));
  const auto answer = find_winnability(judge::position_of(shut.fen), shut.loser_of_hope);
  CHECK(answer.verdict == Winnability::Unwinnable);
  CHECK(answer.proof == WinnabilityProof::Fortress);
  CHECK(answer.positions < 50'000);
}

TEST_CASE("the quick test still proves lasting walls", "[winnability][fortress]") {
  const auto fen = GENERATE(as<std::string>{}, "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1",
                            "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1");
  CAPTURE(fen);
  const Position position = judge::position_of(fen);
  CHECK(looks_walled_in(state_of(position, Color::White)));
  CHECK(quick_unwinnable(position, Color::White) == WinnabilityProof::Fortress);
}

TEST_CASE("positions with no walls, or walls that a king can break, are not tested",
          "[winnability][fortress]") {
  const auto fen =
      GENERATE(as<std::string>{}, "4k3/8/8/p6p/P6P/8/8/4K3 w - - 0 1",
               "4k3/8/8/8/8/8/3B4/4K3 w - - 0 1", "4k3/8/8/p2p2p1/P2P2P1/8/7R/4K3 w - - 0 1");
  CAPTURE(fen);
  CHECK_FALSE(looks_walled_in(state_of(judge::position_of(fen), Color::White)));
}

TEST_CASE("walled-in positions look closed", "[winnability][fortress]") {
  Random random(3);
  int walled = 0;
  for (int round = 0; round < 5000; ++round) {
    const Position position = judge::position_of(random_wall(random));
    for (const Color winner : {Color::White, Color::Black}) {
      const State state = state_of(position, winner);
      if (!looks_walled_in(state)) continue;
      ++walled;
      REQUIRE(looks_shut(state));
    }
  }
  CHECK(walled > 500);
}

struct Open {
  std::string fen;
  std::string label;
  std::string why;
};

TEST_CASE("a small hole is not mistaken for a wall", "[winnability][fortress]") {
  const auto open = GENERATE(values<Open>({
      {"B2b4/8/8/4k3/1p1p1p1p/1PpP1P1P/K1P4b/R7 b - - 0 1", "WB",
       "no bishop on b1: the king gets out there"},
      {"B2b4/8/8/4k3/1p1p1p1p/1PpP1P1P/K1P4b/QB6 b - - 0 1", "WB",
       "a queen on a1 can give herself up on b2"},
      {"8/2b4B/4k3/8/8/2p1p1p1/2PpP1P1/B2K3n b - - 0 1", "WB",
       "the other bishop takes the pawns that guard c1 and e1"},
      {"3b4/6k1/1ppp4/6p1/1pKp1pP1/1P1P1P2/8/1BbB1B2 b - - 0 1", "WB",
       "no bishop on c5: the king takes on d4"},
      {"B1B1B1B1/pBpBpBp1/P1P1P3/4b3/5b2/8/8/k1K5 w - - 0 1", "WB",
       "no pawn on g6: the bishops get out there"},
      {"4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4KB2 w - - 0 1", "WB", "Bxb5"},
  }));
  CAPTURE(open.fen, open.why);
  CHECK(label_of(judge::position_of(open.fen)) == open.label);
}

bool is_proved(const State& state) {
  if (is_fortress(state) || is_fortress_in_all_cases(state)) return true;
  std::uint64_t positions = 20'000;
  return all_lines_are_shut(state, positions);
}

TEST_CASE("one unusual move before a playout opens a closed-looking position", "[winnability]") {
  const auto position =
      judge::position_of("1b1k4/p1p1p1p1/P1P1P1P1/p1p1pBp1/8/8/P1P1P1P1/3K4 w - - 0 1");
  const auto answer = find_winnability(position, Color::White, {.positions = 60'000});
  CHECK(answer.verdict == Winnability::Winnable);  // the bishop is sacrificed on b3: axb3, b4-b6
  CHECK(is_mating_line(position, Color::White, answer.line));
}

TEST_CASE("no mate occurs in a proved fortress", "[winnability][fortress]") {
  Random random(20261123);
  int judged = 0;
  for (int i = 0; i < 5000; ++i) {
    const std::string fen = random_wall(random);
    const Position position = judge::position_of(fen);
    const auto blind = blind_closure(position, 3000);
    if (!blind) continue;
    CAPTURE(fen);
    for (const Color winner : {Color::White, Color::Black}) {
      const State state = state_of(position, winner);
      if (is_mated(state) || !is_proved(state)) continue;
      CHECK_FALSE(blind->can_mate(winner));
      ++judged;
    }
  }
  CHECK(judged >= 2000);
}

}  // namespace
}  // namespace arbiter::testing
