// Tests `arbiter show` and `arbiter perft`.
#include <catch2/catch.hpp>

#include "tests/support/json.h"
#include "tests/support/namespaces.h"
#include "tests/tools/run_program.h"

using namespace arbiter::testing;

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

TEST_CASE("show draws the board from either side") {
  const std::string white = run_arbiter({"show", "--ascii"}).output;
  CHECK_THAT(white,
             StartsWith("  8  r n b q k b n r\n  7  p p p p p p p p\n  6  . . . . . . . .\n"));
  CHECK_THAT(white, Contains("  1  R N B Q K B N R\n     a b c d e f g h\n"));
  const std::string black = run_arbiter({"show", "--ascii", "--flip", "startpos"}).output;
  CHECK_THAT(black, StartsWith("  1  R N B K Q B N R\n"));
  CHECK_THAT(black, Contains("  8  r n b k q b n r\n     h g f e d c b a\n"));
  CHECK_THAT(run_arbiter({"show"}).output, StartsWith("  8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜\n"));
}

TEST_CASE("show prints whose turn it is and special features") {
  struct Case {
    std::string fen;
    std::string said;
  };
  const std::vector<Case> cases = {
      {"8/8/8/8/8/4k3/4p3/4K3 w - - 0 65", "White is stalemated"},
      {"7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "Black is checkmated by the queen on g7"},
      {"4k3/8/8/1B6/8/8/8/4K3 b - - 3 9", "Black to move, in check from the bishop on b5"},
      {"4k3/8/8/1B6/8/8/8/4K3 b - - 3 9", "move 9, 3 half-moves since"},
      {"r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1", "White O-O, Black O-O O-O-O"},
      {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "En passant   e3"},
      {"4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", "(Chess960)"},
      {"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "note: "},
  };
  for (const Case& row : cases) {
    CAPTURE(row.fen);
    const ProgramRun run = run_arbiter({"show", row.fen});
    CHECK(run.status == 0);
    CHECK_THAT(run.output, Contains(row.said));
  }
}

TEST_CASE("show accepts a FEN without quotes") {
  const std::string quoted = run_arbiter({"show", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}).output;
  CHECK(run_arbiter({"show", "4k3/8/8/8/8/8/8/4K3", "w", "-", "-", "0", "1"}).output == quoted);
}

TEST_CASE("show distinguishes unplayable positions from unreadable ones") {
  const ProgramRun unplayable = run_arbiter({"show", "8/8/8/8/8/8/8/K7 w - - 0 1"});
  CHECK(unplayable.status == 1);
  CHECK_THAT(unplayable.output, Contains("error: it cannot be played: "));
  const ProgramRun unreadable = run_arbiter({"show", "8/8/8/x7/8/8/8/K7 w - - 0 1"});
  CHECK(unreadable.status == 2);
  CHECK_THAT(unreadable.errors, EndsWith("\n  8/8/8/x7/8/8/8/K7 w - - 0 1\n        ^\n"));
}

TEST_CASE("perft counts the published numbers") {
  CHECK(run_arbiter({"perft", "startpos", "4"}).output == "197,281 positions at depth 4\n");
  CHECK(run_arbiter({"perft", "0"}).output == "1 position at depth 0\n");
  const std::string kiwipete =
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  const auto object =
      Json::parse(run_arbiter({"perft", kiwipete, "3", "--divide", "--format", "json"}).output);
  CHECK(object["nodes"] == 97862);
  CHECK(object["moves"].size() == 48);
  std::uint64_t sum = 0;
  for (const auto& [move, count] : object["moves"].members()) sum += count.count();
  CHECK(sum == 97862);
}

TEST_CASE("perft splits counts by first move, in UCI") {
  const std::vector<std::string> lines =
      lines_of(run_arbiter({"perft", "startpos", "2", "--divide"}).output);
  REQUIRE(lines.size() == 22);
  CHECK(lines.front() == "a2a3: 20");
  CHECK(lines.back() == "400 positions at depth 2");
}
