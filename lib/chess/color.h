// The two sides.
#pragma once

#include <cstdint>
#include <string_view>

namespace arbiter {

enum class Color : std::uint8_t { White, Black };

constexpr Color other(Color color) { return static_cast<Color>(static_cast<int>(color) ^ 1); }

constexpr int index_of(Color color) { return static_cast<int>(color); }

// "White" or "Black", as in a sentence about a player.
constexpr std::string_view to_string(Color color) {
  return color == Color::White ? "White" : "Black";
}

}  // namespace arbiter
