#include <catch2/catch.hpp>
#include <string>

#include "lib/laws/rules_profile.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("from 1928 to 1992 some endings allowed more than fifty moves", "[fifty_moves]") {
  struct Ending {
    std::string fen;
    std::uint32_t in_1930;
    std::uint32_t in_1960;
    std::uint32_t in_1990;
  };
  const Ending row = GENERATE(values<Ending>({
      {"4k3/3r4/8/8/8/3KB3/3R4/8 w - - 0 90", 264, 200, 150},
      {"4k3/3rb3/8/8/8/3K4/3R4/8 w - - 0 90", 264, 200, 150},
      {"4k3/3p4/8/8/8/3K4/3NN3/8 w - - 0 90", 100, 200, 150},
      {"4k3/3n4/8/8/8/3K4/3BB3/8 w - - 0 90", 100, 100, 150},
      {"4k3/3bb3/8/8/8/3K4/3Q4/8 w - - 0 90", 100, 100, 150},
      {"4k3/3nn3/8/8/8/3K4/3Q4/8 w - - 0 90", 100, 100, 150},
      {"6k1/q2P4/8/8/8/3K4/3Q4/8 w - - 0 90", 100, 100, 150},
      {"6k1/q7/3P4/8/8/3K4/3Q4/8 w - - 0 90", 100, 100, 100},
      {"6k1/q7/8/8/8/3K4/3p4/3Q4 w - - 0 90", 100, 100, 150},
      {"4k3/4b3/8/8/8/p2K4/P7/3R4 w - - 0 90", 100, 200, 100},
      {"4k3/4b3/8/8/8/2pK4/2P5/3R4 w - - 0 90", 100, 100, 100},
      {"4k3/4b3/8/p7/P7/3K4/8/3R4 w - - 0 90", 100, 100, 100},
      {"3r4/p7/P2k4/8/8/4B3/8/4K3 w - - 0 90", 100, 200, 100},
      {"4k3/3r4/8/8/8/3KN3/3R4/8 w - - 0 90", 100, 100, 100},
      {"4k3/3r4/7p/8/8/3KB3/3R4/8 w - - 0 90", 100, 100, 100},
      {"4k3/8/8/8/8/3K4/3R4/8 w - - 0 90", 100, 100, 100},
  }));
  CAPTURE(row.fen);
  const Board board = judge::setup_of(row.fen).board;
  CHECK(half_moves_to_claim(board, RulesProfile::Fide1928) == row.in_1930);
  CHECK(half_moves_to_claim(board, RulesProfile::Fide1952) == row.in_1960);
  CHECK(half_moves_to_claim(board, RulesProfile::Fide1989) == row.in_1990);
  for (const RulesProfile other : {RulesProfile::Fide, RulesProfile::FidePre2014}) {
    CHECK(half_moves_to_claim(board, other) == 100);
  }
}

}  // namespace
}  // namespace arbiter::testing
