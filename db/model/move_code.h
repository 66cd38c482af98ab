// Packed moves of games, in twelve bits per move (README.md, "The bytes of a move").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/chess/board.h"
#include "lib/chess/move.h"
#include "lib/chess/position.h"

namespace arbiter {

// Returns the twelve bits that identify a move in its position.
constexpr std::uint16_t code_of(Move move) {
  if (move.kind() != MoveKind::Promotion) return move.bits() & 0xfff;
  const int role = index_of(move.promotion_role());
  return static_cast<std::uint16_t>((move.bits() & 0x1ff) | role << 9);
}

// Returns the move with this code in `position`, if it is legal. Accepts any 16 bits. Takes about 6
// ns.
std::optional<Move> move_of(std::uint16_t code, const Position& position);

// Appends the packed moves of a game.
void pack_moves(std::span<const Move> moves, std::string& bytes);

// Returns the number of moves in `bytes`.
constexpr std::size_t packed_moves(std::size_t bytes) { return bytes * 2 / 3; }

// Unpacks the legal moves of a game that starts with `first`. Returns false if the bytes are
// damaged; `moves` then contains the moves before the damage. Takes about 20 ns per move.
bool unpack_moves(std::span<const std::uint8_t> bytes, const Position& first,
                  std::vector<Move>& moves);

// A replay of a game's moves on a board without castling rights or checks, for queries to many
// games. Damaged bytes give illegal moves, which must not be played on a Position. Takes about 4 ns
// per move.
class MoveUnpacker {
 public:
  // Starts the replay. `bytes` must outlive this object.
  MoveUnpacker(std::span<const std::uint8_t> bytes, const Board& first);

  // Plays the next move. Returns false after the last move, or if the bytes cannot be a move.
  bool next();

  // Returns the number of moves played.
  std::size_t ply() const { return ply_; }

  // Return the last move, the Piece::code() of the moved piece (the pawn of a promotion), and that
  // of the captured piece, or Board::kEmpty.
  Move move() const { return move_; }
  std::uint8_t piece() const { return piece_; }
  std::uint8_t captured() const { return captured_; }

  // Returns the code of the piece that is now on a square.
  std::uint8_t code_at(Square square) const { return codes_[static_cast<std::size_t>(square)]; }

 private:
  bool make_special(std::uint8_t to);

  std::array<std::uint8_t, kSquareCount> codes_;
  const std::uint8_t* bytes_;
  std::size_t count_;
  std::size_t ply_ = 0;
  Move move_ = Move::from_bits(0);
  std::uint8_t piece_ = Board::kEmpty;
  std::uint8_t captured_ = Board::kEmpty;
};

namespace move_code {

// Returns the twelve bits of move `index`.
inline std::uint16_t code_at(const std::uint8_t* bytes, std::size_t index) {
  const std::uint8_t* at = bytes + index * 3 / 2;
  const auto both = static_cast<std::uint16_t>(at[0] | at[1] << 8);
  return static_cast<std::uint16_t>((index & 1) != 0 ? both >> 4 : both & 0xfff);
}

}  // namespace move_code

inline bool MoveUnpacker::next() {
  if (ply_ == count_) return false;
  const std::uint16_t code = move_code::code_at(bytes_, ply_++);
  const auto from = static_cast<std::uint8_t>(code & 63);
  const auto to = static_cast<std::uint8_t>(code >> 6);
  piece_ = codes_[from];
  captured_ = codes_[to];
  move_ = Move::from_bits(code);
  // This expression detects castling, promotions, and pawns that change files without a capture,
  // without unpredictable branches.
  const int king = (piece_ | 1) == 11;
  const int castles = king & (captured_ == piece_ - 4);
  const int pawn = piece_ < 2;
  const int promotes = (from >> 3) == (piece_ == 1 ? 6 : 1);
  const int goes_aside = ((from ^ to) & 7) != 0;
  const int special = castles | (pawn & (promotes | (goes_aside & (captured_ == Board::kEmpty))));
  if (special != 0) [[unlikely]]
    return make_special(to);
  codes_[from] = Board::kEmpty;
  codes_[to] = piece_;
  return piece_ != Board::kEmpty;
}

}  // namespace arbiter
