#include "lib/laws/numbered_move.h"

#include <fmt/format.h>

#include "lib/notation/san_text.h"

namespace arbiter {

std::string numbered_san(Move move, const Position& before) {
  return fmt::format("{}{} {}", before.fullmove_number(),
                     before.turn() == Color::White ? "." : "...", san_of(move, before));
}

}  // namespace arbiter
