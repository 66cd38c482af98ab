// The compact positions of a winnability search. Colours are swapped if necessary, so that White is
// the side that must mate.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/move_generator.h"
#include "lib/chess/position.h"

namespace arbiter {

inline constexpr Color kWinner = Color::White;
inline constexpr Color kLoser = Color::Black;

// A position without counters and key, in 80 bytes.
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

// Returns `position` with the colours swapped if `winner` is Black.
State state_of(const Position& position, Color winner);

// Converts a move between a State and the original position, in either direction.
Move seen_by(Color winner, Move move);

MoveList legal_moves(const State& state);
bool has_legal_move(const State& state);
// Returns any legal move; nothing if there is none. Cheaper than generating all moves.
std::optional<Move> some_legal_move(const State& state);

// Precondition: `move` is legal.
void play(State& state, Move move);

// Returns the role of the piece on `square`. Precondition: the square is occupied.
Role role_at(const State& state, Square square);

Bitboard attackers(const State& state, Square square, Color by);

inline bool is_check(const State& state) {
  return attackers(state, state.king(state.turn), other(state.turn)).any();
}

// Returns whether the loser is to move, in check, without a legal move.
inline bool is_mated(const State& state) {
  return state.turn == kLoser && is_check(state) && !has_legal_move(state);
}

// Returns all squares with the colour of `square`.
inline Bitboard squares_like(Square square) {
  return kDarkSquares.contains(square) ? kDarkSquares : ~kDarkSquares;
}

// Returns the squares and all adjacent squares.
inline Bitboard grown(Bitboard squares) {
  using move_generator::shifted;
  squares |= (shifted<1>(squares) & move_generator::kNotFileA) |
             (shifted<-1>(squares) & move_generator::kNotFileH);
  return squares | shifted<8>(squares) | shifted<-8>(squares);
}

// Returns the number of squares; faster than count() for few squares.
inline int few(Bitboard squares) {
  int count = 0;
  for (; squares.any(); squares = squares.without_first()) ++count;
  return count;
}

// A State in 32 bytes, with four bits per square. Two packed states are equal if and only if the
// States are.
struct PackedState {
  std::array<std::uint64_t, 4> planes;

  bool operator==(const PackedState&) const = default;
};

PackedState packed(const State& state);
State unpacked(const PackedState& packed);

// The set of states that a search has reached, compared as a whole and not only by hash. Uses 44
// bytes per state.
class StateStore {
 public:
  using Index = std::uint32_t;
  static constexpr std::size_t kMaxStates = std::size_t{1} << 24;

  StateStore();

  // Adds a state reached from `parent`; the first state is its own parent. Returns nothing if the
  // store already contains the state. Precondition: size() + 1 < kMaxStates.
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
  // An open-addressing hash table. Each slot has 8 bits of the hash above 24 bits of index + 1; 0
  // is a free slot.
  std::vector<std::uint32_t> slots_;
};

// Returns false if a lemma below proves that `winner` cannot mate, even if both sides cooperate.
// Precondition: no mate is on the board.
//
// 1. A lone king gives no check.
//
// 2. A lone knight against king and queens: by symmetry, consider a knight on d5 that checks a king
// on c3. A queen on c4 or d4 captures it, so these squares are empty. Only the winner's king can
// guard both, from c5. Then d3 remains, which neither guards. A queen on d3 goes through d4 to d5;
// the winner has no line piece that could pin it.
//
// 3. Bishops on squares of one colour, if the loser has no pawn, no knight and no bishop on the
// other colour. The checked king has a neighbour on the diagonal of the check. Two more neighbours
// touch both of these squares, and no bishop guards them. A rook or queen on one of them interposes
// or captures the bishop; the winner's lines miss that square, so that it is not pinned. So the
// winner's king would have to guard both squares, but every square from which it could is adjacent
// to the loser's king.
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
