// Games whose FEN gives a position that no game can begin from.
#pragma once

#include <optional>

#include "lib/repair/repair.h"

namespace arbiter {

// The first positions near to that of the FEN from which all moves are legal. Of
// the broken game `start`, `first` and `last` are then those of the likeliest.
// Nothing where there is none, no move, or a FEN that cannot be read at all.
std::optional<BrokenGame> repairs_of_start(const PgnGame& game, const RepairOptions& options);

}  // namespace arbiter
