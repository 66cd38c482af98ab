#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "lib/chess/setup.h"
#include "tests/chess/random_positions.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"
#include "tests/support/skip.h"

namespace Catch {
template <>
struct StringMaker<arbiter::SetupFault> {
  static std::string convert(arbiter::SetupFault fault) { return std::string(to_string(fault)); }
};
}  // namespace Catch

namespace arbiter::testing {
namespace {

using judge::setup_of;
using Fault = SetupFault;
using Faults = std::vector<SetupFault>;

struct Example {
  std::string fen;
  Faults faults;
};

TEST_CASE("each fault of a setup is found, and no other", "[playable]") {
  const Example example = GENERATE(values<Example>({
      {"8/8/8/8/8/8/8/8 w - - 0 1", {Fault::NoKing}},
      {"4k3/8/8/8/8/8/8/8 w - - 0 1", {Fault::NoKing}},
      {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", {Fault::SeveralKings}},
      {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", {Fault::PawnOnFirstOrLastRank}},
      {"p3k3/8/8/8/8/8/8/4K3 w - - 0 1", {Fault::PawnOnFirstOrLastRank}},
      {"4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", {Fault::OppositeCheck}},
      {"8/8/8/3kK3/8/8/8/8 w - - 0 1", {Fault::OppositeCheck}},
      {"8/8/8/4k3/3P4/8/8/4K3 w - - 0 1", {Fault::OppositeCheck}},
      {"4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", {Fault::CastlingWithoutKingAndRook}},
      {"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", {Fault::CastlingWithoutKingAndRook}},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", {Fault::EnPassantRank}},
      {"4k3/8/8/8/3Pp3/8/8/4K3 w - d3 0 1", {Fault::EnPassantRank}},
      {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", {Fault::EnPassantWithoutPawn}},
      {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", {Fault::EnPassantOccupied}},
      {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", {Fault::EnPassantOccupied}},
      {"4k3/8/8/3pP3/8/8/4r3/4K3 w - d6 0 1", {Fault::EnPassantAfterCheck}},
      {"4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", {Fault::ImpossibleCheck}},   // two knights
      {"4k3/8/8/8/8/3n4/3p4/4K3 w - - 0 1", {Fault::ImpossibleCheck}},   // knight and pawn
      {"4k3/8/8/8/8/8/8/r3K2r w - - 0 1", {Fault::ImpossibleCheck}},     // rooks on opposite sides
      {"4k3/8/8/4r3/7b/3n4/8/4K3 w - - 0 1", {Fault::ImpossibleCheck}},  // three checkers
      // Neither of the two checkers can have uncovered the other.
      {"7K/8/8/8/4P3/p3n3/R6k/n7 b - - 0 40", {Fault::ImpossibleCheck}},
      {"8/3n4/3Pk3/8/8/1B6/8/4R2K b - - 0 40", {Fault::ImpossibleCheck}},
      // The pawn must have captured, but White has all pieces.
      {"rnbqkbnr/ppp1pppp/8/8/8/3P4/PPPpPPPP/RNBQKBNR w KQkq - 0 5", {Fault::ImpossibleCheck}},
      {"rnbqkbnr/ppp1pppp/8/8/8/3P4/PPPpPPPP/RNBQKB1R w KQkq - 0 5", {}},
      {"4k3/pppppppp/8/8/8/p7/8/4K3 w - - 0 1", {Fault::TooManyPawns}},
      {"nnnnknnn/nnnnnnnn/n7/8/8/8/8/4K3 w - - 0 1", {Fault::TooManyMen, Fault::TooManyPromoted}},
      {"4k3/pppppppp/8/1n1n1n2/8/8/8/4K3 w - - 0 1", {Fault::TooManyPromoted}},
      // Both bishops are on light squares.
      {"2b1k3/pppppppp/8/5b2/8/8/8/4K3 w - - 0 1", {Fault::TooManyPromoted}},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 1 9", {Fault::HalfmoveClockAfterDoubleStep}},
      {"4k3/8/8/8/8/8/8/4K3 w - - 1 1", {Fault::HalfmoveClockBeforeStart}},
      {"4k3/8/8/8/8/8/8/4K3 b - - 2 1", {Fault::HalfmoveClockBeforeStart}},
      {"4k3/8/8/8/8/8/8/4K3 w - - 151 200", {Fault::HalfmoveClockPastDraw}},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", {Fault::FullmoveNumberZero}},
      {"4k3/8/8/8/8/8/8/P3K2P w - d5 9 0",
       {Fault::PawnOnFirstOrLastRank, Fault::HalfmoveClockAfterDoubleStep,
        Fault::FullmoveNumberZero}},
  }));
  CAPTURE(example.fen);
  REQUIRE(faults_of(setup_of(example.fen)) == example.faults);
  const bool has_hard = std::any_of(example.faults.begin(), example.faults.end(), is_hard);
  REQUIRE(is_playable(setup_of(example.fen)) == !has_hard);
}

TEST_CASE("a position that only looks faulty has no fault", "[playable]") {
  const std::string fen = GENERATE(
      as<std::string>{}, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",  // no piece to capture
      "4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 1 1",
      "4k3/8/8/8/8/8/8/4K3 w - - 150 76",
      "4k3/8/8/8/7b/8/8/4r1K1 w - - 0 1",   // one checker
      "4k3/8/8/4r3/8/8/2n5/4K3 w - - 0 1",  // the knight uncovered the rook
      "4k3/8/8/8/8/8/3b4/r3K3 w - - 0 1",   // the bishop came from c1
      "3k1r2/8/8/8/8/8/8/5K2 w - - 0 1",    // castling gave check, or the rook moved
      "4k3/8/8/8/b7/8/8/3qK3 w - - 0 1", "4k3/8/8/8/8/2b2K2/8/3q4 w - - 0 1",
      "2r1k3/8/3P4/8/8/2b5/8/2K5 b - - 0 1",
      "qqqqkqqq/qq6/8/8/8/8/8/4K3 b - - 0 1",  // nine queens are eight promoted pawns
      "2b1k3/pppp1ppp/8/2b2b2/8/8/8/4K3 w - - 0 1");
  CAPTURE(fen);
  REQUIRE(faults_of(setup_of(fen)) == Faults{});
}

TEST_CASE("an en passant capture may uncover two checkers at once", "[playable]") {
  // White's pawn came from e5 and captured on d5: rook and bishop both attack the king now.
  const Faults none;
  REQUIRE(faults_of(setup_of("8/8/3P4/R2k4/8/8/8/4K3 b - - 0 1")) == none);
  REQUIRE(faults_of(setup_of("3k4/8/4P3/8/8/8/8/3RK3 b - - 0 1")) == none);
}

TEST_CASE("positions of played games have no faults", "[playable]") {
  testing::Random random(11);
  const auto visit = [](const Position&, const judge::JudgeBoard& judged) {
    CAPTURE(judged.fen());
    REQUIRE(faults_of(setup_of(judged)) == Faults{});
  };
  for (int game = 0; game < 60; ++game) {
    testing::visit_random_game(judge::JudgeBoard::start().fen(), 140, random, visit);
    testing::visit_random_game(testing::random_chess960_start(random), 140, random, visit);
  }
}

TEST_CASE("every fault has a message and the article that forbids it", "[playable]") {
  std::set<std::string_view> texts;
  for (int i = 0; i < kSetupFaultCount; ++i) {
    const auto fault = static_cast<SetupFault>(i);
    REQUIRE_FALSE(article_of(fault).empty());
    texts.insert(to_string(fault));
    REQUIRE(is_hard(fault) == (i < 4));
  }
  REQUIRE(texts.size() == kSetupFaultCount);
}

TEST_CASE("playable and other setups are classified like a strict parser does",
          "[playable][corpus]") {
  const auto corpus = testing::corpus();
  if (!corpus) SKIP_TEST("ARBITER_CORPUS is not set");
  const auto [name, is_valid] =
      GENERATE(table<std::string, bool>({{"fen-valid.txt", true}, {"fen-invalid.txt", false}}));
  std::ifstream file(*corpus / "vectors" / name);
  int lines = 0;
  for (std::string fen; std::getline(file, fen); ++lines) {
    CAPTURE(fen);
    const Setup setup = setup_of(fen);
    const Faults faults = faults_of(setup);
    REQUIRE(faults.empty() == is_valid);
    REQUIRE(is_playable(setup) == std::none_of(faults.begin(), faults.end(), is_hard));
  }
  REQUIRE(lines == 5000);
}

}  // namespace
}  // namespace arbiter::testing
