#include "db/stream/exporter.h"

#include <algorithm>

#include "db/model/position_mark.h"
#include "db/model/stored_pgn.h"

namespace arbiter {

void export_games(Storage& storage, const Export& order) {
  const auto write = [&order](StreamedBatch& batch) {
    StoredPgn pgn(order.shape, mark_of(order.query.position));
    for (const StreamedGame& streamed : batch.games) {
      if (std::ranges::binary_search(order.without, streamed.game.id)) continue;
      pgn.append(streamed.game, streamed.record, batch.text);
    }
    batch.set_aside = pgn.pieces_set_aside();
  };
  const auto receive = [&](const StreamedBatch& batch) {
    order.receive({batch.text, batch.games.size(), batch.total, batch.set_aside});
  };
  storage.stream(order.query, {.jobs = order.jobs, .prepare = write, .receive = receive});
}

}  // namespace arbiter
