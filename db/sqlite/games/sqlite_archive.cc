#include "db/sqlite/games/sqlite_archive.h"

#include <fmt/format.h>

#include <utility>

#include "db/model/damage.h"
#include "db/sqlite/games/sources.h"

namespace arbiter::sqlite {

SqliteArchive::SqliteArchive(std::unique_ptr<Database> database)
    : database_(std::move(database)),
      moment_(database_->connection()),
      drafts_(database_->connection()) {}

const std::string& SqliteArchive::name() const { return database_->connection().path(); }

// What they say is taken over: a file that was read less far than that would never be read on.
std::vector<SourceRecord> SqliteArchive::sources() {
  const Connection& connection = database_->connection();
  for (const SourceId source : changed_sources(connection)) {
    throw DamageError(connection.path(), fmt::format("source {}: how far it was read",
                                                     static_cast<std::uint32_t>(source)));
  }
  return SourceStore(connection).list();
}

std::vector<PlacedGame> SqliteArchive::places() { return games_by_place(*database_); }

bool SqliteArchive::add(GameId game, DraftBatch& batch) {
  if (!drafts_.add(game, batch)) return false;
  drafts_.add_findings(game, batch);
  return true;
}

}  // namespace arbiter::sqlite
