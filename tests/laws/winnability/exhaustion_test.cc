// Compares every result with an exhaustive search of all positions.
#include <array>
#include <catch2/catch.hpp>
#include <string>

#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "tests/judge/judged_setup.h"
#include "tests/laws/winnability/blind_closure.h"
#include "tests/laws/winnability/judged_answer.h"
#include "tests/laws/winnability/walled_positions.h"
#include "tests/support/corpus.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

std::string label_of(const BlindAnswer& blind) {
  return {blind.white_can_mate ? 'W' : '-', blind.black_can_mate ? 'B' : '-'};
}

std::string swapped(const std::string& label) {
  return {label[1] == '-' ? '-' : 'W', label[0] == '-' ? '-' : 'B'};
}

TEST_CASE("walls are judged as if every line was played", "[winnability]") {
  Random random(20261121);
  int judged = 0;
  for (int i = 0; i < (is_nightly() ? 3600 : 900); ++i) {
    const std::string fen = random_wall(random);
    const Position position = judge::position_of(fen);
    const auto blind = blind_closure(position, 3000);
    if (!blind) continue;
    CAPTURE(fen);
    const std::string label = label_of(*blind);
    CHECK(testing::label_of(position) == label);
    CHECK(testing::label_of(judge::position_of(with_colors_swapped(fen))) == swapped(label));
    CHECK(testing::label_of(judge::position_of(mirrored(fen))) == label);
    ++judged;
  }
  CHECK(judged >= (is_nightly() ? 2000 : 450));
}

// Returns whether random play from `position` reaches a position that `winner` can win.
bool turns_winnable(Position position, Color winner, Random& random) {
  for (int ply = 1; ply <= 24; ++ply) {
    const MoveList moves = legal_moves(position);
    if (moves.is_empty()) return is_checkmate(position) && position.turn() != winner;
    position.play(
        moves[static_cast<std::size_t>(random_below(random, static_cast<int>(moves.size())))]);
    if (ply % 4 != 0) continue;
    const auto later = find_winnability(position, winner, {.positions = 2000});
    if (later.verdict == Winnability::Winnable) return true;
    if (later.proof == WinnabilityProof::Material) return false;
  }
  return false;
}

TEST_CASE("positions that cannot be won stay so after any moves", "[winnability]") {
  const int boxes = is_nightly() ? 300'000 : 60'000;
  Random random(20261123);
  int proved = 0;
  for (int i = 0; i < boxes; ++i) {
    const std::string fen = random_box(random);
    const Position position = judge::position_of(fen);
    for (const Color winner : {Color::White, Color::Black}) {
      const auto answer = find_winnability(position, winner, {.positions = 3000});
      const auto quick = quick_unwinnable(position, winner);
      if (answer.verdict != Winnability::Unwinnable && !quick) continue;
      if (answer.proof == WinnabilityProof::Material) continue;
      ++proved;
      CAPTURE(fen, to_string(winner), to_string(answer.proof));
      for (int game = 0; game < 6; ++game) CHECK_FALSE(turns_winnable(position, winner, random));
    }
  }
  CHECK(proved >= boxes / 200);
}

using Verdicts = std::array<Winnability, 2>;  // for White and for Black

Verdicts checked_verdicts(const Position& position) {
  constexpr WinnabilityLimits kLimits{.positions = 30'000};
  CAPTURE(fen_of(position));
  return {checked_verdict(position, Color::White, kLimits),
          checked_verdict(position, Color::Black, kLimits)};
}

// Compares each position of random games with the next one.
TEST_CASE("a position is winnable if one of its successors is", "[winnability]") {
  const int steps = is_nightly() ? 100'000 : 6'000;
  Random random(20261122);
  int done = 0;
  while (done < steps) {
    Position position = judge::position_of(random_below(random, 2) == 0 ? random_wall(random)
                                                                        : random_placement(random));
    Verdicts before = checked_verdicts(position);
    for (int ply = 0; ply < 12 && done < steps; ++ply, ++done) {
      const MoveList moves = legal_moves(position);
      if (moves.is_empty()) break;
      position.play(
          moves[static_cast<std::size_t>(random_below(random, static_cast<int>(moves.size())))]);
      const Verdicts after = checked_verdicts(position);
      CAPTURE(fen_of(position));
      for (std::size_t winner = 0; winner < after.size(); ++winner) {
        CAPTURE(winner);
        if (after[winner] == Winnability::Winnable) {
          CHECK(before[winner] != Winnability::Unwinnable);
        }
      }
      before = after;
    }
  }
}

}  // namespace
}  // namespace arbiter::testing
