// The six kinds of pieces, without a colour.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arbiter {

enum class Role : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King };

constexpr int index_of(Role role) { return static_cast<int>(role); }

// The English capital letter of PGN 8.2.3.2: P N B R Q K.
constexpr char letter_of(Role role) { return "PNBRQK"[index_of(role)]; }

// The role of an English capital letter; nothing for any other character.
constexpr std::optional<Role> role_of_letter(char letter) {
  switch (letter) {
    case 'P':
      return Role::Pawn;
    case 'N':
      return Role::Knight;
    case 'B':
      return Role::Bishop;
    case 'R':
      return Role::Rook;
    case 'Q':
      return Role::Queen;
    case 'K':
      return Role::King;
    default:
      return std::nullopt;
  }
}

constexpr std::string_view to_string(Role role) {
  constexpr std::string_view names[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
  return names[index_of(role)];
}

}  // namespace arbiter
