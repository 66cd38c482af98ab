// A piece: a role and a colour in one byte.
#pragma once

#include <cstdint>

#include "lib/chess/color.h"
#include "lib/chess/role.h"

namespace arbiter {

// The code orders pieces as Polyglot's keys do: black pawn 0, white pawn 1,
// black knight 2, ..., white king 11.
class Piece {
 public:
  constexpr Piece(Color color, Role role)
      : code_(static_cast<std::uint8_t>(index_of(role) * 2 + (color == Color::White ? 1 : 0))) {}

  static constexpr Piece from_code(std::uint8_t code) { return Piece(code); }

  constexpr std::uint8_t code() const { return code_; }
  constexpr Role role() const { return static_cast<Role>(code_ >> 1); }
  constexpr Color color() const { return (code_ & 1) != 0 ? Color::White : Color::Black; }

  constexpr bool operator==(const Piece&) const = default;

 private:
  explicit constexpr Piece(std::uint8_t code) : code_(code) {}

  std::uint8_t code_;
};

inline constexpr int kPieceCount = 12;

// The letter of a FEN: capital for White, small for Black.
constexpr char letter_of(Piece piece) { return "pPnNbBrRqQkK"[piece.code()]; }

}  // namespace arbiter
