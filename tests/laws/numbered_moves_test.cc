#include <catch2/catch.hpp>
#include <vector>

#include "lib/laws/wording.h"
#include "lib/notation/fen.h"
#include "lib/notation/uci.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

TEST_CASE("a line numbers each of White's moves, and its first move", "[ply]") {
  const Position white = *parse_position("8/8/4k3/8/8/3K4/8/8 w - - 0 34");
  const std::vector<Move> line = {*parse_uci("d3e3", white)};
  CHECK(numbered_line(white, line) == "34. Ke3");
  Position black = white;
  black.play(line[0]);
  const Move answer = *parse_uci("e6d7", black);
  Position then = black;
  then.play(answer);
  const std::vector<Move> rest = {answer, *parse_uci("e3e4", then)};
  CHECK(numbered_line(black, rest) == "34... Kd7 35. Ke4");
  CHECK(numbered_line(black, rest, 1) == "34... Kd7 ...");
  CHECK(numbered_line(black, rest, 2) == "34... Kd7 35. Ke4");
  CHECK(numbered_line(black, {}) == "");
}

}  // namespace
}  // namespace arbiter::testing
