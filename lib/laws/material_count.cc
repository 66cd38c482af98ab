#include "lib/laws/material_count.h"

#include <fmt/format.h>

#include <string_view>

#include "lib/laws/wording.h"

namespace arbiter {
namespace {

constexpr std::array<int, 6> kValues = {1, 3, 3, 5, 9, 0};
constexpr Role kByValue[] = {Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn};

}  // namespace

int MaterialCount::value() const {
  int sum = 0;
  for (std::size_t i = 0; i < men.size(); ++i) sum += men[i] * kValues[i];
  return sum;
}

MaterialCount material_of(const Board& board, Color color) {
  MaterialCount material;
  for (std::size_t i = 0; i < material.men.size(); ++i) {
    material.men[i] = board.of(color, static_cast<Role>(i)).count();
  }
  return material;
}

std::string to_string(const MaterialCount& material) {
  std::string text;
  for (const Role role : kByValue) {
    const int count = material.of(role);
    if (count == 0) continue;
    if (!text.empty()) text += ", ";
    if (count > 1) text += fmt::format("{} ", count);
    text += counted_name_of(role, count);
  }
  return text.empty() ? "bare king" : text;
}

}  // namespace arbiter
