// The moves of a game in bytes: twelve bits each (README.md, "The bytes of a move").
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

// The twelve bits of a move, which mean it only in its position.
constexpr std::uint16_t code_of(Move move) {
  if (move.kind() != MoveKind::Promotion) return move.bits() & 0xfff;
  const int role = index_of(move.promotion_role());
  return static_cast<std::uint16_t>((move.bits() & 0x1ff) | role << 9);
}

// The move that has this code in `position`; nothing if it is none, or not
// legal there. Any 16 bits are answered. About 6 ns.
std::optional<Move> move_of(std::uint16_t code, const Position& position);

// Appends the moves of one game.
void pack_moves(std::span<const Move> moves, std::string& bytes);

// How many moves so many bytes hold.
constexpr std::size_t packed_moves(std::size_t bytes) { return bytes * 2 / 3; }

// Unpacks a game that begins with `first` into `moves`, all of them legal. False
// where the bytes are damaged: `moves` are those before the damage. About 20 ns a move.
bool unpack_moves(std::span<const std::uint8_t> bytes, const Position& first,
                  std::vector<Move>& moves);

// Walks along a game with no more of a board than which piece stands where: for
// questions to many games. Damaged bytes give moves that are not legal, which must not
// be played on a Position, but never more than that. About 4 ns a move.
class MoveUnpacker {
 public:
  // `bytes` must outlive this.
  MoveUnpacker(std::span<const std::uint8_t> bytes, const Board& first);

  // Goes to the next move and makes it on the board. False behind the last one, and where the
  // bytes cannot be a move.
  bool next();

  // How many moves have been made.
  std::size_t ply() const { return ply_; }

  // The move just made, the piece that made it (the pawn, where it promoted), and
  // what it captured: Board::kEmpty for nothing. See Piece::code().
  Move move() const { return move_; }
  std::uint8_t piece() const { return piece_; }
  std::uint8_t captured() const { return captured_; }

  // What stands on a square now.
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

// The bits of move `index`.
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
  // Without branches, which could not be foreseen: castling, or a pawn on its
  // seventh rank or that goes aside to an empty square.
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
