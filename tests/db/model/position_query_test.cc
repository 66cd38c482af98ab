#include "db/model/position_query.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "lib/notation/fen.h"
#include "tests/chess/random_positions.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;

namespace {

Position position_of(const std::string& fen) {
  const auto position = parse_position(fen);
  CAPTURE(fen);
  if (!position) FAIL(position.error());
  return *position;
}

bool has_key(const PositionQuery& query, PositionKey key) {
  return std::binary_search(query.keys().begin(), query.keys().end(), key);
}

struct Case {
  std::string fen;
  std::size_t keys;
};

}  // namespace

TEST_CASE("without rights a query has a key for each possible set of rights", "[position]") {
  const auto [fen, keys] = GENERATE(values<Case>({
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 16},
      {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 2},
      {"4k3/8/8/8/8/8/8/R3K1RR w - - 0 1", 4},
      {"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", 1},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", 2},
      {"4k3/8/8/2pPp3/8/8/8/4K3 w - - 0 1", 3},
      {"4k3/8/8/2pPp3/8/8/8/4K3 b - - 0 1", 1},
      {"4k3/4p3/8/3pP3/8/8/8/4K2R w - - 0 1", 4},
      {"4k3/8/8/8/2PpP3/8/8/4K3 b - - 0 1", 3},
      {"4k3/8/8/KPp4r/8/8/8/8 w - - 0 1", 1},  // the capture would expose the king
  }));
  CAPTURE(fen);
  const PositionQuery query(position_of(fen), Rights::Ignored);
  CHECK(query.keys().size() == keys);
  CHECK(has_key(query, query.position().key()));
  CHECK(PositionQuery(position_of(fen), Rights::Exact).keys().size() == 1);
}

TEST_CASE("the keys include that of the position with any of its rights", "[position]") {
  int positions = 0;
  visit_random_games(20, 60, [&](const Position& position, const auto&) {
    Setup bare = position.setup();
    bare.castling = CastlingRights();
    bare.en_passant.reset();
    const PositionQuery query(Position(bare), Rights::Ignored);
    CAPTURE(fen_of(position));
    REQUIRE(has_key(query, position.key()));
    REQUIRE(query.matches(position));
    const PositionQuery exact(position, Rights::Exact);
    REQUIRE(exact.matches(position));
    REQUIRE(exact.matches(Position(bare)) == (Position(bare) == position));
    ++positions;
  });
  CHECK(positions > 1000);
}
