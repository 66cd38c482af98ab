#include "db/care/deletion.h"

#include <string_view>

#include "db/games/game_columns.h"
#include "db/index/position_index.h"
#include "db/model/game_draft.h"

namespace arbiter::db::care {
namespace {

constexpr std::string_view kMarkDeleted =
    "UPDATE game SET flags = flags | 1 WHERE id = ?1 AND flags & 1 = 0";
static_assert(kDeleted == 1);

}  // namespace

std::uint64_t delete_games(const Connection& connection, const GameSet& games) {
  Statement mark = connection.prepare(kMarkDeleted);
  ColumnReader before(connection);
  ColumnWriter columns(connection);
  PositionIndexWriter index(connection);
  std::uint64_t count = 0;
  games.for_each([&](GameId game) {
    mark.bind(1, number_of(game)).run();
    if (connection.changes() == 0) return true;
    columns.set(game, GameColumn::Flags, before.value(game, GameColumn::Flags) | kDeleted);
    index.note_deleted(game);
    ++count;
    return true;
  });
  columns.finish();
  return count;
}

}  // namespace arbiter::db::care
