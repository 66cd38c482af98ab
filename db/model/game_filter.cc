#include "db/model/game_filter.h"

namespace arbiter::db::model {

bool GameFilter::is_empty() const {
  const bool has_names = !player.empty() || !white.empty() || !black.empty() || !event.empty() ||
                         !site.empty() || !source.empty();
  const bool has_ranges = !date.is_open() || !elo.is_open() || !white_elo.is_open() ||
                          !black_elo.is_open() || !plies.is_open() || !eco.is_open();
  const bool has_kinds = !result.empty() || !ending.empty() || !finding.empty() || flags != 0;
  return !has_names && !has_ranges && !has_kinds && !material;
}

}  // namespace arbiter::db::model
