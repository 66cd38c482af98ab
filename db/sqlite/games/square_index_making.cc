#include "db/sqlite/games/square_index_making.h"

#include "db/model/game_reach.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/square_index.h"

namespace arbiter::sqlite {
namespace {

constexpr const char* kGames = "SELECT id, start, moves FROM game ORDER BY id";

}  // namespace

bool has_square_index(const Connection& connection) {
  ColumnReader columns(connection);
  SquareIndexReader squares(connection);
  for (std::int64_t chunk = 0; chunk < columns.chunks(); ++chunk) {
    if (squares.covered(chunk) < columns.games_in(chunk)) return false;
  }
  return true;
}

void make_square_index(const Connection& connection) {
  ColumnReader columns(connection);
  SquareIndexWriter writer(connection);
  SquareBitmaps bitmaps;
  std::int64_t chunk = 0;
  // Chunks without games get bitmaps too, so that nobody looks for what is missing.
  const auto go_to = [&](std::int64_t next) {
    for (; chunk < next; ++chunk) {
      writer.write(chunk, bitmaps, columns.games_in(chunk));
      bitmaps.clear();
    }
  };
  Statement query = connection.prepare(kGames);
  while (query.step()) {
    const GameId game{query.integer(0)};
    if (number_of(game) < 1 || chunk_of(game) >= columns.chunks()) continue;
    go_to(chunk_of(game));
    bitmaps.add(place_in_chunk(game), visited_squares(query.text(1), query.blob(2)));
  }
  go_to(columns.chunks());
}

}  // namespace arbiter::sqlite
