#include "lib/laws/conditional/series_end.h"

#include "lib/chess/legal_moves.h"
#include "lib/laws/dead_moment.h"
#include "lib/laws/dead_position.h"

namespace arbiter {

std::optional<EndReason> end_on_board(const Position& position) {
  if (is_checkmate(position)) return EndReason::Checkmate;
  if (is_dead_by_material(position.board())) return EndReason::DeadByMaterial;
  if (is_stalemate(position)) return EndReason::Stalemate;
  if (quick_dead(position)) return EndReason::DeadByStructure;
  return std::nullopt;
}

}  // namespace arbiter
