// Tests cooperative games, whose last moves are replayed.
#include "lib/laws/winnability/greedy_playout.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "lib/chess/legal_moves.h"
#include "lib/notation/fen.h"
#include "tests/chess/random_positions.h"
#include "tests/laws/winnability/judged_answer.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Returns whether a mate was found. A false mate fails the test.
bool is_mate_found(const Position& position, Color winner) {
  const auto line = greedy_playout(state_of(position, winner)).line;
  if (!line) return false;
  std::vector<Move> moves;
  for (const Move move : *line) moves.push_back(seen_by(winner, move));
  REQUIRE(testing::is_mating_line(position, winner, moves));
  return true;
}

// Returns the number of king moves from each square to `goal`, by breadth-first search.
std::vector<int> distances(Square goal, Bitboard open) {
  std::vector<int> moves(kSquareCount, kSquareCount);
  if (!open.contains(goal)) return moves;
  moves[static_cast<std::size_t>(goal)] = 0;
  for (int ring = 0; ring < kSquareCount; ++ring) {
    for (int at = 0; at < kSquareCount; ++at) {
      if (moves[static_cast<std::size_t>(at)] != ring) continue;
      for (const Square next : king_attacks(square_at(at)) & open) {
        int& known = moves[static_cast<std::size_t>(next)];
        known = std::min(known, ring + 1);
      }
    }
  }
  return moves;
}

}  // namespace

TEST_CASE("a cooperative game ends with a mate by the winner in most cases") {
  int played = 0;
  int found = 0;
  testing::visit_random_games(2, 80, [&](const Position& position, const auto&) {
    if (!has_legal_move(position)) return;
    for (const Color winner : {Color::White, Color::Black}) {
      CAPTURE(fen_of(position), winner);
      ++played;
      found += is_mate_found(position, winner) ? 1 : 0;
    }
  });
  CHECK(played > 500);
  CHECK(4 * found > 3 * played);
}

TEST_CASE("a cooperative game finds the mate if there is enough material") {
  const std::string fen = GENERATE(
      as<std::string>{}, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "8/8/4k3/8/8/3K4/3P4/8 b - - 0 1",
      "8/8/8/5k1p/7P/6K1/8/8 b - - 0 1", "8/3n4/4k3/8/8/3K4/5N2/8 w - - 0 1",
      "8/8/6k1/4np2/8/4B3/8/5K2 b - - 0 1", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1",
      "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4");
  CAPTURE(fen);
  CHECK(is_mate_found(*parse_position(fen), Color::White));
}

TEST_CASE("a cooperative game finds no mate where none exists") {
  const std::string fen =
      GENERATE(as<std::string>{}, "8/8/4k3/8/8/3K4/4B3/8 w - - 0 1",
               "8/8/2k5/1p2p2p/1P2P2P/8/5K2/8 b - - 0 34", "8/3q4/4k3/8/8/3K4/5N2/8 w - - 0 1");
  CAPTURE(fen);
  CHECK_FALSE(is_mate_found(*parse_position(fen), Color::White));
}

TEST_CASE("a king's steps follow the shortest path") {
  testing::visit_random_games(3, 60, [](const Position& position, const auto&) {
    const State state = state_of(position, Color::White);
    const Bitboard open = open_to_king(state, kLoser);
    const Square king = state.king(kLoser);
    for (int at = 0; at < kSquareCount; ++at) {
      const Square goal = square_at(at);
      if (goal == king) continue;
      const std::vector<int> moves = distances(goal, open);
      int least = kSquareCount;
      for (const Square next : king_attacks(king) & open) {
        least = std::min(least, moves[static_cast<std::size_t>(next)]);
      }
      Bitboard best;
      for (const Square next : king_attacks(king) & open) {
        if (least < kSquareCount && moves[static_cast<std::size_t>(next)] == least) best |= next;
      }
      REQUIRE(steps_towards(goal, king, open) == best);
    }
  });
}

}  // namespace arbiter::testing
