#include <catch2/catch.hpp>

#include "lib/laws/illegality.h"
#include "lib/notation/fen.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

struct Row {
  std::string before;
  std::string san;
  std::string after;  // empty if the move cannot be recorded
};

TEST_CASE("an illegal move is recorded if only one piece can be meant", "[illegal_record]") {
  const Row row = GENERATE(values<Row>({
      // Black leaves the king in check.
      {"4k3/p4B2/8/8/8/8/8/4K3 b - - 0 3", "a6", "4k3/5B2/p7/8/8/8/8/4K3 w - - 0 4"},
      // The king crosses an attacked square.
      {"3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "3rk3/8/8/8/8/8/8/2KR4 b - - 0 1"},
      // Only one of the two knights reaches the square, and it is pinned.
      {"4r1k1/8/8/8/8/4N3/8/1N2K3 w - - 0 1", "Nd5", "4r1k1/8/8/3N4/8/8/8/1N2K3 b - - 0 1"},
      // Neither of the two knights reaches the square, so either may be meant.
      {"6k1/8/8/8/8/4N3/8/1N2K3 w - - 0 1", "Nh8", ""},
      // There is no rook in the corner.
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "O-O", ""},
      // A king would be captured.
      {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Re8", ""},
  }));
  CAPTURE(row.before, row.san);
  const auto before = parse_fen(row.before);
  const auto after =
      position_after_illegal(*parse_san(row.san), Position(std::get<ParsedFen>(before).setup));
  REQUIRE(after.has_value() == !row.after.empty());
  if (after) REQUIRE(fen_of(*after) == row.after);
}

}  // namespace
}  // namespace arbiter::testing
