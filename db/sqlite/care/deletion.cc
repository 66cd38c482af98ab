#include "db/sqlite/care/deletion.h"

#include <string_view>

#include "db/model/game_draft.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/index/subtraction.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kMarkDeleted =
    "UPDATE game SET flags = flags | 1 WHERE id = ?1 AND flags & 1 = 0"
    " RETURNING start, moves, flags";
static_assert(kDeleted == 1);

}  // namespace

Deletion delete_games(const Database& database, const GameSet& games, unsigned jobs) {
  const Connection& connection = database.connection();
  Statement mark = connection.prepare(kMarkDeleted);
  ColumnWriter columns(connection);
  Subtraction index(database, jobs);
  Deletion deletion;
  games.for_each([&](GameId game) {
    if (!mark.bind(1, number_of(game)).step()) return true;
    const auto flags = static_cast<unsigned>(mark.integer(2));
    columns.set(game, GameColumn::Flags, flags);
    if ((flags & kUnchecked) == 0) index.add(game, mark.text(0), mark.blob(1));
    mark.reset();
    ++deletion.games;
    return true;
  });
  columns.finish();
  index.finish();
  deletion.postings = index.postings();
  return deletion;
}

}  // namespace arbiter::sqlite
