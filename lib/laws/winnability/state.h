// A position as the search handles it: small, and with the colours swapped where
// needed, so that White is the side that shall mate.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "lib/chess/legal_moves.h"
#include "lib/chess/move.h"
#include "lib/chess/move_generator.h"
#include "lib/chess/piece.h"
#include "lib/chess/position.h"

namespace arbiter {

inline constexpr Color kWinner = Color::White;
inline constexpr Color kLoser = Color::Black;

// 80 bytes; no counters and no key.
struct State {
  PieceSets men;
  Color turn = kWinner;

  Bitboard winner() const { return men.white; }
  Bitboard loser() const { return men.black; }
  Bitboard bishops() const { return men.diagonal & ~men.straight; }
  Bitboard rooks() const { return men.straight & ~men.diagonal; }
  Bitboard queens() const { return men.diagonal & men.straight; }
  Square king(Color color) const { return (men.kings & men.of(color)).first(); }
};

// `position` as seen by `winner`.
State state_of(const Position& position, Color winner);

// A move of a State as a move of the position it comes from, and back.
Move seen_by(Color winner, Move move);

// All legal moves, in no promised order.
MoveList legal_moves(const State& state);
bool has_legal_move(const State& state);
// Any one of them; cheaper than all.
std::optional<Move> some_legal_move(const State& state);

// Precondition: `move` is legal.
void play(State& state, Move move);

// Of the man on `square`. Precondition: there is one.
Role role_at(const State& state, Square square);

// The men of `by` that attack `square`.
Bitboard attackers(const State& state, Square square, Color by);

// Whether the player to move is in check.
inline bool is_check(const State& state) {
  return attackers(state, state.king(state.turn), other(state.turn)).any();
}

// The loser to move, in check, without a legal move.
inline bool is_mated(const State& state) {
  return state.turn == kLoser && is_check(state) && !has_legal_move(state);
}

// How many squares: quicker than count() for a few.
inline int few(Bitboard squares) {
  int count = 0;
  for (; squares.any(); squares = squares.without_first()) ++count;
  return count;
}

// All that makes a State, in four bits a square: equal where the States are
// equal, and never otherwise. 32 bytes.
struct PackedState {
  std::array<std::uint64_t, 4> planes;

  bool operator==(const PackedState&) const = default;
};

PackedState packed(const State& state);
State unpacked(const PackedState& packed);

}  // namespace arbiter
