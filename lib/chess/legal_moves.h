// Legal moves (Laws 3.10.1).
// The number of leaves of the tree of legal moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lib/chess/position.h"

namespace arbiter {

// A list of moves without allocation. 512 are enough for any position with any number of pieces.
// Let d squares have no piece of the player to move, n have his knights, and q his other pieces. A
// square is reached from at most 8 knights and, along 8 directions, from the first piece in each. A
// promotion counts four times from three of them. So there are at most min(8n, 8d) + min(27q, 8d +
// 72) moves, and two castlings: fewer than 500 for all d + n + q = 64.
class MoveList {
 public:
  static constexpr std::size_t kCapacity = 512;

  void push(Move move) { moves_[size_++] = move; }
  std::size_t size() const { return size_; }
  bool is_empty() const { return size_ == 0; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  Move operator[](std::size_t i) const { return moves_[i]; }

 private:
  std::size_t size_ = 0;
  std::array<Move, kCapacity> moves_;
};

// Returns all legal moves, in no particular order.
MoveList legal_moves(const Position& position);

// Returns the legal moves of the piece on `from`; none if it is not a piece of the player to move.
MoveList legal_moves_from(const Position& position, Square from);

// Returns the number of legal moves, without a list.
std::size_t count_legal_moves(const Position& position);

// Returns whether there is a legal move. Stops at the first one.
bool has_legal_move(const Position& position);

// Returns whether `move`, which may be any 16 bits, is a legal move.
bool is_legal(const Position& position, Move move);

// Returns whether the player to move is in check and has no legal move (5.1.1).
inline bool is_checkmate(const Position& position) {
  return position.is_check() && !has_legal_move(position);
}
// Returns whether the player to move is not in check and has no legal move (5.2.1).
inline bool is_stalemate(const Position& position) {
  return !position.is_check() && !has_legal_move(position);
}

// Returns the number of ways to play `depth` half-moves from `position`; 1 at depth 0. Draws by
// rule do not end a line, mate and stalemate do. The last half-move is counted, not played.
std::uint64_t perft(const Position& position, int depth);

struct PerftShare {
  Move move;
  std::uint64_t count;
};

// Returns the counts of each legal move, in the order of legal_moves(). They add up to
// perft(position, depth). Empty at depth 0.
std::vector<PerftShare> divide(const Position& position, int depth);

}  // namespace arbiter
