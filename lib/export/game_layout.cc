#include "lib/export/game_layout.h"

#include "lib/export/pgn_layout.h"

namespace arbiter::export_ {

std::unique_ptr<GameLayout> layout_of(const GameShape& shape) {
  return std::make_unique<PgnLayout>(shape);
}

}  // namespace arbiter::export_
