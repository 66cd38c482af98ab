// The position of a query, as those who write games mark it.
#pragma once

#include <optional>

#include "db/model/position_query.h"
#include "lib/export/game_shape.h"

namespace arbiter {

// Nothing is marked where no position is asked for. Views `query`.
inline PositionMark mark_of(const std::optional<PositionQuery>& query, bool is_anywhere = false) {
  if (!query) return {};
  return {.is_match = [&query](const Position& position) { return query->finds(position); },
          .is_anywhere = is_anywhere};
}

}  // namespace arbiter
