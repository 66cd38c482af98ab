// Packed moves of games, in twelve bits per move (README.md, "The bytes of a move").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/board.h"
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

// A move with the Piece::code() of the moved piece (a pawn in promotions) and of the captured piece
// (or Board::kEmpty).
struct UnpackedMove {
  Move move = Move::from_bits(0);
  std::uint8_t piece = Board::kEmpty;
  std::uint8_t captured = Board::kEmpty;
};

namespace move_code {

// Returns the twelve bits of move `index`.
inline std::uint16_t code_at(const std::uint8_t* bytes, std::size_t index) {
  const std::uint8_t* at = bytes + index * 3 / 2;
  const auto both = static_cast<std::uint16_t>(at[0] | at[1] << 8);
  return static_cast<std::uint16_t>((index & 1) != 0 ? both >> 4 : both & 0xfff);
}

// The piece codes of all squares.
using PieceCodes = std::array<std::uint8_t, kSquareCount>;

PieceCodes codes_on(const Board& board);

// Plays castling, a promotion or en passant. Returns a move without a piece if the code cannot be a
// move.
UnpackedMove play_special(PieceCodes& codes, std::uint16_t code);

// Plays a move. Returns a move without a piece if the code cannot be a move. Takes about 2 ns.
inline UnpackedMove play(PieceCodes& codes, std::uint16_t code) {
  // Special moves, as bits; which are possible depends on the moving piece and the code on the
  // target square.
  constexpr unsigned kCastling = 1;
  constexpr unsigned kAside = 2;
  constexpr unsigned kFromSeventh = 4;
  constexpr unsigned kFromSecond = 8;
  static constexpr auto kPossible = [] {
    std::array<std::uint8_t, 16 * (kPieceCount + 1)> possible{};
    for (std::size_t target = 0; target <= kPieceCount; ++target) {
      const unsigned aside = target == Board::kEmpty ? kAside : 0;
      possible[target] = static_cast<std::uint8_t>(kFromSecond | aside);
      possible[16 + target] = static_cast<std::uint8_t>(kFromSeventh | aside);
      for (const std::size_t king : {10, 11}) {
        possible[16 * king + target] = target == king - 4 ? kCastling : 0;
      }
    }
    return possible;
  }();
  static constexpr auto kFrom = [] {
    std::array<std::uint8_t, kSquareCount> from{};
    from.fill(kCastling);
    for (std::size_t file = 0; file < 8; ++file) {
      from[8 + file] |= kFromSecond;
      from[48 + file] |= kFromSeventh;
    }
    return from;
  }();
  static constexpr std::array<std::uint8_t, 8> kFiles = {0,      kAside, kAside, kAside,
                                                         kAside, kAside, kAside, kAside};
  const unsigned from = code & 63U;
  const unsigned to = code >> 6 & 63U;
  const std::uint8_t piece = codes[from];
  const std::uint8_t captured = codes[to];
  const unsigned ways = kFrom[from] | kFiles[(from ^ to) & 7U];
  if ((kPossible[16U * piece + captured] & ways) != 0) [[unlikely]] {
    return play_special(codes, code);
  }
  codes[from] = Board::kEmpty;
  codes[to] = piece;
  return {Move::from_bits(code), piece, captured};
}

}  // namespace move_code

// A replay of a game's moves on a board without castling rights or checks, for queries to many
// games. Damaged bytes give illegal moves, which must not be played on a Position. Takes about 4 ns
// per move.
class MoveUnpacker {
 public:
  // `bytes` must outlive this object.
  MoveUnpacker(std::span<const std::uint8_t> bytes, const Board& first)
      : codes_(move_code::codes_on(first)),
        bytes_(bytes.data()),
        count_(packed_moves(bytes.size())) {}

  // Plays the next move. Returns false after the last move, or if the bytes cannot be a move.
  bool next() {
    if (ply_ == count_) return false;
    now_ = move_code::play(codes_, move_code::code_at(bytes_, ply_++));
    return now_.piece != Board::kEmpty;
  }

  // Returns the number of moves played.
  std::size_t ply() const { return ply_; }

  Move move() const { return now_.move; }
  std::uint8_t piece() const { return now_.piece; }
  std::uint8_t captured() const { return now_.captured; }

  std::uint8_t code_at(Square square) const { return codes_[static_cast<std::size_t>(square)]; }

 private:
  move_code::PieceCodes codes_;
  const std::uint8_t* bytes_;
  std::size_t count_;
  std::size_t ply_ = 0;
  UnpackedMove now_;
};

}  // namespace arbiter
