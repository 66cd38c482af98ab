// Legal moves (Laws 3.10.1), and leaf counts of the legal move tree (perft).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lib/chess/position.h"

namespace arbiter {

// A list of moves without allocation. The capacity of 512 is enough for every position, even with
// 64 pieces. Let the player to move have n knights and q other pieces, and let d be the number of
// other squares. A square is reached from at most 8 knights and, along 8 directions, from the first
// piece in each. Three of the directions may be promotions, which count four times. So there are at
// most min(8n, 8d) + min(27q, 8d + 72) moves, plus two castlings. That is fewer than 500 for all d
// + n + q = 64.
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

// Returns the legal moves of the piece on `from`; empty if the player to move has no piece on that
// square.
MoveList legal_moves_from(const Position& position, Square from);

// Returns the number of legal moves without building a list.
std::size_t count_legal_moves(const Position& position);

// Returns whether there is a legal move. Stops at the first legal move.
bool has_legal_move(const Position& position);

// Returns whether `move`, which may consist of any 16 bits, is a legal move.
bool is_legal(const Position& position, Move move);

// Returns whether the player to move is in check and has no legal move (5.1.1).
inline bool is_checkmate(const Position& position) {
  return position.is_check() && !has_legal_move(position);
}
// Returns whether the player to move is not in check and has no legal move (5.2.1).
inline bool is_stalemate(const Position& position) {
  return !position.is_check() && !has_legal_move(position);
}

// Returns the number of ways to play `depth` half-moves from `position`; 1 at depth 0. Mate and
// stalemate end a line; draws by rule do not.
std::uint64_t perft(const Position& position, int depth);

struct PerftShare {
  Move move;
  std::uint64_t count;
};

// Returns the leaf count after each legal move, in the order of legal_moves(). The counts add up to
// perft(position, depth). Empty at depth 0.
std::vector<PerftShare> divide(const Position& position, int depth);

}  // namespace arbiter
