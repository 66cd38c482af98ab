#include "db/sqlite/care/deletion.h"

#include <sqlite3.h>

#include <exception>
#include <string_view>

#include "db/model/game_draft.h"
#include "db/model/stored_game.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/file/exclusive_access.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/index/index_writer.h"
#include "db/sqlite/index/segment.h"
#include "lib/io/output_file.h"

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
  ColumnReader reader(connection);
  GameFactsReader facts(reader);
  GameReplay replay(database.index_plies());
  SegmentCollector subtracted(connection, SegmentKind::Subtracted, jobs);
  Deletion deletion;
  games.for_each([&](GameId game) {
    if (!mark.bind(1, number_of(game)).step()) return true;
    const auto flags = static_cast<unsigned>(mark.integer(2));
    columns.set(game, GameColumn::Flags, flags);
    if ((flags & kUnchecked) == 0 && replay.run(mark.text(0), mark.blob(1))) {
      subtracted.add(game, facts.facts(game), replay.postings());
    }
    mark.reset();
    ++deletion.games;
    return true;
  });
  columns.finish();
  subtracted.finish();
  deletion.postings = subtracted.written();
  return deletion;
}

namespace {

constexpr std::string_view kCountGames = "SELECT count(*) FROM game";

}  // namespace

void remove_if_empty(const std::string& path) {
  try {
    const CreationLock lock(path);
    const auto connection = Connection::open(path, Access::Write);
    if (!connection) return;
    sqlite3_busy_handler((*connection)->handle(), nullptr, nullptr);
    (*connection)->execute("PRAGMA locking_mode = EXCLUSIVE");
    if ((*connection)->integer(kCountGames) == 0) remove_database(ReplacedFile(path).path());
  } catch (const std::exception&) {
    // The database is in use or incomplete, so it is not removed.
  }
}

}  // namespace arbiter::sqlite
