#include "db/stream/variation_search.h"

#include "lib/movetext/movetext_reading.h"

namespace arbiter {

bool VariationSearch::finds(const PositionQuery& query, const PgnGame& game,
                            const Position& start) {
  query_ = &query;
  has_found_ = query.finds(start);
  if (!has_found_) read(game, start);
  return has_found_;
}

}  // namespace arbiter

template class arbiter::MovetextReader<arbiter::VariationSearch>;
