#include "db/store/sqlite_duplicates.h"

#include <utility>

#include "db/sqlite/care/compaction.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/query/sqlite_reader.h"

namespace arbiter {

using namespace sqlite;
namespace {

std::optional<Transaction> transaction_for(Access access, const Connection& connection) {
  if (access == Access::Read) return std::nullopt;
  return std::optional<Transaction>(std::in_place, connection);
}

}  // namespace

SqliteDuplicates::SqliteDuplicates(std::unique_ptr<Database> database, Access access)
    : database_(std::move(database)),
      transaction_(transaction_for(access, database_->connection())),
      moment_(database_->connection()),
      games_(database_->connection()) {}

void SqliteDuplicates::find(const GameFilter& among, const DuplicateVisit& visit,
                            const DuplicateProgress& progress) {
  const GameSet games = SqliteReader(*database_).select(among);
  find_duplicates(*database_, games, visit, progress);
}

bool SqliteDuplicates::erase(const ChosenGames& chosen) {
  GameSet games(database_->last_game());
  for (const GameId game : chosen.games) games.insert(game);
  delete_games(*database_, games);
  transaction_->commit();
  return true;
}

}  // namespace arbiter
