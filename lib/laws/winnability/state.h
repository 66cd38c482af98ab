// A position as the search handles it: small, and with the colours swapped if necessary, so that
// White is the side that must mate.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

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
  PieceSets pieces;
  Color turn = kWinner;

  Bitboard winner() const { return pieces.white; }
  Bitboard loser() const { return pieces.black; }
  Bitboard bishops() const { return pieces.diagonal & ~pieces.straight; }
  Bitboard rooks() const { return pieces.straight & ~pieces.diagonal; }
  Bitboard queens() const { return pieces.diagonal & pieces.straight; }
  Square king(Color color) const { return (pieces.kings & pieces.of(color)).first(); }
};

// Returns `position` as seen by `winner`.
State state_of(const Position& position, Color winner);

// Converts a move of a State to a move of the position that it comes from, and back.
Move seen_by(Color winner, Move move);

// Returns all legal moves in unspecified order.
MoveList legal_moves(const State& state);
bool has_legal_move(const State& state);
// Returns any legal move; cheaper than all of them.
std::optional<Move> some_legal_move(const State& state);

// Plays a move. Precondition: `move` is legal.
void play(State& state, Move move);

// Returns the role of the piece on `square`. Precondition: the square is occupied.
Role role_at(const State& state, Square square);

// Returns the pieces of `by` that attack `square`.
Bitboard attackers(const State& state, Square square, Color by);

// Returns whether the player to move is in check.
inline bool is_check(const State& state) {
  return attackers(state, state.king(state.turn), other(state.turn)).any();
}

// Returns whether the loser is to move, in check, without a legal move.
inline bool is_mated(const State& state) {
  return state.turn == kLoser && is_check(state) && !has_legal_move(state);
}

// Returns all squares of the colour of `square`.
inline Bitboard squares_like(Square square) {
  return kDarkSquares.contains(square) ? kDarkSquares : ~kDarkSquares;
}

// Returns the squares and those next to them.
inline Bitboard grown(Bitboard squares) {
  using move_generator::shifted;
  squares |= (shifted<1>(squares) & move_generator::kNotFileA) |
             (shifted<-1>(squares) & move_generator::kNotFileH);
  return squares | shifted<8>(squares) | shifted<-8>(squares);
}

// Returns the number of squares; faster than count() for a few.
inline int few(Bitboard squares) {
  int count = 0;
  for (; squares.any(); squares = squares.without_first()) ++count;
  return count;
}

// A State in four bits per square: equal if and only if the States are equal. 32 bytes.
struct PackedState {
  std::array<std::uint64_t, 4> planes;

  bool operator==(const PackedState&) const = default;
};

PackedState packed(const State& state);
State unpacked(const PackedState& packed);

// The states that a search has reached, each once. Compares whole states, not only their hashes. 44
// bytes per state.
class StateStore {
 public:
  using Index = std::uint32_t;
  static constexpr std::size_t kMaxStates = std::size_t{1} << 24;

  StateStore();

  // Adds a state reached from `parent` (the first is its own parent). Returns nothing if the store
  // contains it already. Precondition: size() + 1 < kMaxStates.
  std::optional<Index> add(const PackedState& state, Index parent);

  const PackedState& operator[](Index index) const {
    return chunks_[index >> kChunkBits]->states[index & (kChunk - 1)];
  }
  Index parent(Index index) const {
    return chunks_[index >> kChunkBits]->parents[index & (kChunk - 1)];
  }
  std::size_t size() const { return size_; }

 private:
  static constexpr int kChunkBits = 10;
  static constexpr std::size_t kChunk = std::size_t{1} << kChunkBits;
  struct Chunk {
    std::array<PackedState, kChunk> states;
    std::array<Index, kChunk> parents;
  };

  void grow();

  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::size_t size_ = 0;
  // By hash, open addressing: 8 bits of the hash over 24 bits of index + 1; 0 is free.
  std::vector<std::uint32_t> slots_;
};

// Returns whether the lemmas below allow that `winner` mates with the help of the other side.
// Precondition: no mate is on the board yet.
//
// 1. A lone king gives no check.
//
// 2. A lone knight against king and queens: by symmetry, consider a knight on d5 that checks a king
// on c3. A queen on c4 or d4 captures it, so these squares are empty. Only the winner's king can
// guard both, from c5. Then d3 is left, which neither guards. A queen there goes by d4 to d5; the
// winner has no line piece that could pin her.
//
// 3. Bishops on squares of one colour, if the loser has no pawn, no knight and no bishop on the
// other colour. The checked king has a neighbour on the diagonal of the check. Two more neighbours
// touch both of these squares, and no bishop guards them. A rook or queen on one of them interposes
// or captures the bishop; the winner's lines miss that square, so that it is not pinned. So the
// winner's king would have to guard both squares, but such a square is next to the king as well.
inline bool can_win_by_material(const PieceSets& pieces, Color winner) {
  const Bitboard own = pieces.of(winner);
  if ((own & (pieces.pawns | pieces.straight)).any()) return true;
  const Bitboard knights = own & pieces.knights;
  const Bitboard bishops = own & pieces.diagonal;
  if (knights.any()) {
    const bool is_alone = !(knights | bishops).has_many();
    return !is_alone ||
           (pieces.of(other(winner)) & ~pieces.kings & ~(pieces.diagonal & pieces.straight)).any();
  }
  if (bishops.is_empty()) return false;
  if ((pieces.pawns | pieces.knights).any()) return true;
  const Bitboard all = pieces.diagonal & ~pieces.straight;
  return (all & kDarkSquares).any() && (all & ~kDarkSquares).any();
}

}  // namespace arbiter
