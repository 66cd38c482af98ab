// Compares the position class of the search with lib/chess.
#include "lib/laws/winnability/state.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "lib/laws/winnability/quick_proofs.h"
#include "tests/chess/random_positions.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

std::vector<std::uint16_t> sorted(const MoveList& moves, Color winner) {
  std::vector<std::uint16_t> bits;
  for (const Move move : moves) bits.push_back(seen_by(winner, move).bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

// Returns whether the king of the player to move can step between the squares.
bool can_step(const Position& position, Square from, Square to) {
  return position.king(position.turn()) == from && position.board().is_empty(to) &&
         is_legal(position, Move::normal(from, to));
}

Position after(Position position, Square from, Square to) {
  position.play(Move::normal(from, to));
  return position;
}

// Plays all pairs of king steps, and their reversals.
bool can_kings_walk_slowly(const Position& first) {
  const Square our = first.king(first.turn());
  const Square their = first.king(other(first.turn()));
  for (const Square to : king_attacks(our)) {
    if (!can_step(first, our, to)) continue;
    const Position second = after(first, our, to);
    for (const Square answer : king_attacks(their)) {
      if (!can_step(second, their, answer)) continue;
      const Position third = after(second, their, answer);
      if (can_step(third, to, our) && can_step(after(third, to, our), answer, their)) return true;
    }
  }
  return false;
}

TEST_CASE("kings walk if two steps of each are legal") {
  int walks = 0;
  int others = 0;
  testing::visit_random_games(20, 200, [&](const Position& position, const auto&) {
    const State state = state_of(position, Color::White);
    const bool walk = can_kings_walk(state);
    REQUIRE(walk == can_kings_walk_slowly(position));
    REQUIRE(can_kings_walk(state_of(position, Color::Black)) == walk);
    ++(walk ? walks : others);
    std::uint64_t budget = 1000;
    if (walk && can_win_by_material(state.pieces, kWinner))
      REQUIRE_FALSE(all_lines_end(state, 8, budget));
  });
  CHECK(walks > 100);
  CHECK(others > 100);
}

TEST_CASE("a state has the moves of its position, whichever side is to win") {
  testing::visit_random_games(4, 60, [](const Position& position, const auto&) {
    for (const Color winner : {Color::White, Color::Black}) {
      const State state = state_of(position, winner);
      const MoveList moves = legal_moves(position);
      REQUIRE(sorted(legal_moves(state), winner) == sorted(moves, Color::White));
      REQUIRE(has_legal_move(state) == !moves.is_empty());
      const auto some = some_legal_move(state);
      REQUIRE(some.has_value() == !moves.is_empty());
      if (some) REQUIRE(is_legal(position, seen_by(winner, *some)));
      REQUIRE(is_check(state) == position.is_check());
      REQUIRE(is_mated(state) ==
              (moves.is_empty() && position.is_check() && position.turn() != winner));
    }
  });
}

TEST_CASE("a state after a move is the state of the position after it") {
  testing::visit_random_games(4, 60, [](const Position& position, const auto&) {
    for (const Color winner : {Color::White, Color::Black}) {
      const State state = state_of(position, winner);
      for (const Move move : legal_moves(state)) {
        State after = state;
        play(after, move);
        Position next = position;
        next.play(seen_by(winner, move));
        // A Position keeps the en passant square only if the capture is legal.
        if (!next.en_passant()) after.pieces.en_passant = kNoSquares;
        REQUIRE(packed(after) == packed(state_of(next, winner)));
      }
    }
  });
}

TEST_CASE("a packed state is unpacked unchanged") {
  testing::visit_random_games(4, 60, [](const Position& position, const auto&) {
    const State state = state_of(position, Color::Black);
    const State back = unpacked(packed(state));
    REQUIRE(packed(back) == packed(state));
    REQUIRE(back.turn == state.turn);
    REQUIRE(back.pieces.white == state.pieces.white);
    REQUIRE(back.pieces.black == state.pieces.black);
    REQUIRE(back.pieces.diagonal == state.pieces.diagonal);
    REQUIRE(back.pieces.straight == state.pieces.straight);
    REQUIRE(back.pieces.castling_rooks == state.pieces.castling_rooks);
    REQUIRE(back.pieces.en_passant == state.pieces.en_passant);
    REQUIRE(sorted(legal_moves(back), Color::White) == sorted(legal_moves(state), Color::White));
  });
}

TEST_CASE("a store keeps each state once, however many are added") {
  StateStore store;
  std::vector<PackedState> states;
  testing::visit_random_games(6, 80, [&](const Position& position, const auto&) {
    const PackedState state = packed(state_of(position, Color::White));
    const bool is_new = std::find(states.begin(), states.end(), state) == states.end();
    const auto index = store.add(state, 0);
    REQUIRE(index.has_value() == is_new);
    if (!is_new) return;
    REQUIRE(*index == states.size());
    states.push_back(state);
  });
  REQUIRE(store.size() == states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    REQUIRE(store[static_cast<StateStore::Index>(i)] == states[i]);
  }
  CHECK(states.size() > 1000);
}

}  // namespace
}  // namespace arbiter::testing
