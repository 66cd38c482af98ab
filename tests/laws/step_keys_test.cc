#include <catch2/catch.hpp>

#include "lib/chess/legal_moves.h"
#include "lib/chess/position_key.h"
#include "lib/laws/draw_tracker.h"
#include "tests/chess/random_positions.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

std::uint32_t upper_half(PositionKey key) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(key) >> 32);
}

TEST_CASE("no move of a piece to an empty square is missed", "[step_keys]") {
  std::size_t moves = 0;
  testing::visit_random_games(10, 80, [&](const Position& position, const auto&) {
    if (position.en_passant()) return;
    for (const Move move : legal_moves(position)) {
      const bool is_step = move.kind() == MoveKind::Normal &&
                           position.board().is_empty(move.to()) &&
                           !position.board().of(Role::Pawn).contains(move.from());
      if (!is_step) continue;
      Position after = position;
      after.play(move);
      if (after.castling().mask() != position.castling().mask()) continue;
      ++moves;
      REQUIRE(
          may_be_one_step(upper_half(position.key() ^ after.key() ^ position_keys::kWhiteToMove)));
    }
  });
  CHECK(moves > 10'000);
}

TEST_CASE("few other differences are mistaken for a move", "[step_keys]") {
  testing::Random random(1);
  int taken = 0;
  for (int i = 0; i < 100'000; ++i) {
    taken += may_be_one_step(static_cast<std::uint32_t>(random())) ? 1 : 0;
  }
  CHECK(taken < 100'000 / 15);
}

}  // namespace
}  // namespace arbiter::testing
