// The two players, the six kinds of pieces, and a coloured piece in one byte.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arbiter {

enum class Color : std::uint8_t { White, Black };

constexpr Color other(Color color) { return static_cast<Color>(static_cast<int>(color) ^ 1); }

constexpr int index_of(Color color) { return static_cast<int>(color); }

constexpr std::string_view to_string(Color color) {
  return color == Color::White ? "White" : "Black";
}

enum class Role : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King };

constexpr int index_of(Role role) { return static_cast<int>(role); }

// Returns the English capital letter of PGN 8.2.3.2: P N B R Q K.
constexpr char letter_of(Role role) { return "PNBRQK"[index_of(role)]; }

// Returns the role of an English capital letter; nothing for any other character.
constexpr std::optional<Role> role_of_letter(char letter) {
  const std::size_t role = std::string_view("PNBRQK").find(letter);
  if (role == std::string_view::npos) return std::nullopt;
  return static_cast<Role>(role);
}

constexpr std::string_view to_string(Role role) {
  constexpr std::string_view names[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
  return names[index_of(role)];
}

// A coloured piece. Codes are in the order of Polyglot keys: black pawn 0, white pawn 1, black
// knight 2, ..., white king 11.
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

// Returns the FEN letter: capital for White, small for Black.
constexpr char letter_of(Piece piece) { return "pPnNbBrRqQkK"[piece.code()]; }

// Returns the piece with this FEN letter; nothing for any other character.
constexpr std::optional<Piece> piece_of_letter(char letter) {
  const std::size_t code = std::string_view("pPnNbBrRqQkK").find(letter);
  if (code == std::string_view::npos) return std::nullopt;
  return Piece::from_code(static_cast<std::uint8_t>(code));
}

}  // namespace arbiter
