// Verifies the judge itself, with published numbers and with its own FEN output.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "tests/judge/judge_board.h"
#include "tests/support/namespaces.h"

namespace arbiter::judge {
namespace {

TEST_CASE("the judge counts leaves as published", "[judge]") {
  const auto [fen, depth, leaves] = GENERATE(table<std::string, int, std::uint64_t>({
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8902},
      {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862},
      {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238},
      {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 3, 9467},
      {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3, 12189},
      {"8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1", 3, 9002},
  }));
  CAPTURE(fen);
  REQUIRE(JudgeBoard::from_fen(fen)->perft(depth) == leaves);
}

TEST_CASE("the judge writes the FEN that it parsed, castling by file", "[judge]") {
  const auto [fen, written] = GENERATE(table<std::string, std::string>({
      {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 40", "r3k2r/8/8/8/8/8/8/R3K2R b HAha - 3 40"},
      {"rr1k2r1/8/8/8/8/8/8/RR1K2R1 w KQkq - 0 1", "rr1k2r1/8/8/8/8/8/8/RR1K2R1 w GAga - 0 1"},
      {"rr1k2r1/8/8/8/8/8/8/RR1K2R1 w Bb - 0 1", "rr1k2r1/8/8/8/8/8/8/RR1K2R1 w Bb - 0 1"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - -", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
  }));
  REQUIRE(JudgeBoard::from_fen(fen)->fen() == written);
}

TEST_CASE("text of another form is not a FEN for the judge", "[judge]") {
  const std::string text =
      GENERATE(as<std::string>{}, "", "8/8/8/8/8/8/8 w - - 0 1", "9/8/8/8/8/8/8/8 w - - 0 1",
               "8/8/8/8/8/8/8/8 x - - 0 1", "8/8/8/8/8/8/8/7 w - - 0 1",
               "8/8/8/8/8/8/8/8 w Z - 0 1", "8/8/8/8/8/8/8/8 w - e9 0 1", "8/8/8/8/8/8/8/8");
  CAPTURE(text);
  REQUIRE_FALSE(JudgeBoard::from_fen(text).has_value());
}

TEST_CASE("the judge's identity keeps en passant only if it is legal", "[judge]") {
  const auto identity = [](const char* fen) { return JudgeBoard::from_fen(fen)->identity(); };
  REQUIRE(identity("7k/8/8/3pP3/8/8/8/B6K w - d6 0 1") == "7k/8/8/3pP3/8/8/8/B6K w - d6");
  REQUIRE(identity("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1") == "8/8/8/K2pP2r/8/8/8/4k3 w - -");
  REQUIRE(identity("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1") == "4k3/8/8/8/4P3/8/8/4K3 b - -");
}

TEST_CASE("the judge writes castling in both ways of UCI", "[judge]") {
  const JudgeBoard board = *JudgeBoard::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const auto contains = [&](CastlingText style, const char* text) {
    const auto moves = board.legal_uci(style);
    return std::find(moves.begin(), moves.end(), text) != moves.end();
  };
  REQUIRE(contains(CastlingText::KingGoes, "e1g1"));
  REQUIRE_FALSE(contains(CastlingText::KingGoes, "e1h1"));
  REQUIRE(contains(CastlingText::KingTakesRook, "e1h1"));
}

}  // namespace
}  // namespace arbiter::judge
