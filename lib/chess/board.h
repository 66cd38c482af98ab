// The pieces on a board, without the player to move or any rules, and the attackers of a square.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "lib/chess/attacks.h"

namespace arbiter {

class Board {
 public:
  constexpr Board() { codes_.fill(kEmpty); }

  constexpr std::optional<Piece> at(Square square) const {
    const std::uint8_t code = codes_[at_index(square)];
    if (code == kEmpty) return std::nullopt;
    return Piece::from_code(code);
  }
  constexpr bool is_empty(Square square) const { return codes_[at_index(square)] == kEmpty; }
  constexpr bool has(Square square, Piece piece) const {
    return codes_[at_index(square)] == piece.code();
  }

  constexpr Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
  constexpr Bitboard of(Color color) const { return by_color_[static_cast<std::size_t>(color)]; }
  constexpr Bitboard of(Role role) const { return by_role_[static_cast<std::size_t>(role)]; }
  constexpr Bitboard of(Color color, Role role) const { return of(color) & of(role); }
  // The sliders that move diagonally (bishops and queens), and along ranks and files (rooks and
  // queens).
  constexpr Bitboard diagonal_sliders() const { return of(Role::Bishop) | of(Role::Queen); }
  constexpr Bitboard straight_sliders() const { return of(Role::Rook) | of(Role::Queen); }

  // Puts `piece` on `square`, replacing any piece on that square.
  constexpr void put(Square square, Piece piece) {
    clear(square);
    codes_[at_index(square)] = piece.code();
    by_role_[static_cast<std::size_t>(piece.role())] |= square;
    by_color_[static_cast<std::size_t>(piece.color())] |= square;
  }
  constexpr void clear(Square square) {
    by_role_[codes_[at_index(square)] >> 1] &= ~Bitboard(square);
    by_color_[0] &= ~Bitboard(square);
    by_color_[1] &= ~Bitboard(square);
    codes_[at_index(square)] = kEmpty;
  }

  // Moves the piece on `from` to `to`. Returns the code of the captured piece (kEmpty if none).
  // Branch-free. Precondition: `from` has a piece, and `to` has none of the same side.
  constexpr std::uint8_t move_piece(Square from, Square to) {
    return move_piece(Piece::from_code(codes_[at_index(from)]), from, to);
  }
  // Same as move_piece(from, to), if the caller already has the `piece` on `from`.
  constexpr std::uint8_t move_piece(Piece piece, Square from, Square to) {
    const std::uint8_t captured = codes_[at_index(to)];
    const Bitboard both = Bitboard(from) | Bitboard(to);
    const auto color = static_cast<std::size_t>(piece.color());
    by_role_[captured >> 1] &= ~Bitboard(to);
    by_role_[static_cast<std::size_t>(piece.role())] ^= both;
    by_color_[color ^ 1] &= ~Bitboard(to);
    by_color_[color] ^= both;
    codes_[at_index(from)] = kEmpty;
    codes_[at_index(to)] = piece.code();
    return captured;
  }

  // Returns the code of the piece on `square`, or kEmpty. The code is meant as a table index.
  constexpr std::uint8_t code_at(Square square) const { return codes_[at_index(square)]; }
  static constexpr std::uint8_t kEmpty = kPieceCount;
  // Bit masks of the piece codes that may be on a move's target square, indexed by colour and by
  // whether it is a capture.
  static constexpr std::uint32_t kTargets[2][2] = {{1U << kEmpty, 0x155}, {1U << kEmpty, 0x2AA}};

  constexpr bool operator==(const Board& b) const { return codes_ == b.codes_; }

 private:
  static constexpr std::size_t at_index(Square square) { return static_cast<std::size_t>(square); }

  // The pieces of each role. The last entry contains the empty squares, which avoids a branch.
  std::array<Bitboard, 7> by_role_{};
  std::array<Bitboard, 2> by_color_{};
  std::array<std::uint8_t, kSquareCount> codes_{};
};

// Returns the pieces of `by` that attack `square` if only `occupied` squares are occupied. A pinned
// piece attacks too (Laws 3.1.3). Cost: two slider lookups.
inline Bitboard attackers(const Board& board, Square square, Color by, Bitboard occupied) {
  const Bitboard all = (bishop_attacks(square, occupied) & board.diagonal_sliders()) |
                       (rook_attacks(square, occupied) & board.straight_sliders()) |
                       (knight_attacks(square) & board.of(Role::Knight)) |
                       (king_attacks(square) & board.of(Role::King)) |
                       (pawn_attacks(other(by), square) & board.of(Role::Pawn));
  return all & board.of(by);
}

}  // namespace arbiter
