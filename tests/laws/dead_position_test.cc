#include <catch2/catch.hpp>
#include <string>

#include "lib/laws/game_end.h"
#include "lib/laws/winnability/state.h"
#include "tests/laws/test_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

Board board_of(const std::string& placement) {
  return testing::setup_of_fen(placement + " w - - 0 1").board;
}

struct Material {
  std::string placement;
  bool is_dead;
  bool white_can_win;
  bool black_can_win;
};

TEST_CASE("material decides who can still mate", "[dead_position]") {
  const auto material = GENERATE(values<Material>({
      {"4k3/8/8/8/8/8/8/4K3", true, false, false},
      {"4k3/8/8/8/8/8/8/4KN2", true, false, false},
      {"4kb2/8/8/8/8/8/8/4K3", true, false, false},
      {"8/8/8/8/8/1k6/8/B1B1K1B1", true, false, false},  // bishops on dark squares only
      {"4kb2/8/8/8/8/8/8/B3K3", true, false, false},     // one bishop each, both on dark squares
      {"4kb2/8/8/8/8/8/8/B3KB2", false, true, true},     // the third bishop is on a light square
      {"kb6/1B6/1K6/8/8/8/8/8", false, true, true},
      {"kn6/1B6/1K6/8/8/8/8/8", false, true, true},
      {"kn6/2N5/1K6/8/8/8/8/8", false, true, true},
      {"4k3/8/8/8/8/8/8/3NKN2", false, true, false},
      {"4k3/8/8/8/8/8/8/3BKN2", false, true, false},
      {"8/8/8/4k3/4p3/4N3/4K3/8", false, true, true},  // knight against pawn
      {"4kr2/8/8/8/8/8/8/4KN2", false, true, true},    // knight against rook
      {"4kq2/8/8/8/8/8/8/4KN2", false, false, true},   // knight against queen
      {"4kqq1/8/8/8/8/8/8/4KN2", false, false, true},
      {"4kq2/8/8/8/8/8/8/4KNN1", false, true, true},
      {"4kqb1/8/8/8/8/8/8/4KN2", false, true, true},
      {"4kr2/8/8/8/8/8/8/4KB2", false, false, true},  // bishop against rook
      {"4kq2/8/8/8/8/8/8/4KB2", false, false, true},
      {"4kp2/8/8/8/8/8/8/4KB2", false, true, true},
      {"4kr2/8/8/8/8/8/8/4K3", false, false, true},
      {"4k3/8/8/8/8/8/4P3/4K3", false, true, false},
      // Blocked pawns are not a matter of material.
      {"4k3/8/8/p2p2p1/P2P2P1/8/8/4K3", false, true, true},
  }));
  CAPTURE(material.placement);
  const Board board = board_of(material.placement);
  CHECK(is_dead_by_material(board) == material.is_dead);
  CHECK(can_win_by_material(PieceSets(board), Color::White) == material.white_can_win);
  CHECK(can_win_by_material(PieceSets(board), Color::Black) == material.black_can_win);
}

}  // namespace
}  // namespace arbiter::testing
