// A compacted copy of a database.
#pragma once

#include <string>

#include "db/model/game_set.h"
#include "db/sqlite/care/compaction.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

// Deleted games whose rows are still there.
GameSet deleted_games(const Database& database);

// As of games that were never there.
void drop_facts(const Connection& connection, const GameSet& games);

// Makes a new file at `path`, synced, with what is left of `from` and one segment of the index.
// Each of its pages is written about once. Precondition: nobody writes to `from` meanwhile; it has
// no objects of the user's own. Throws DamageError where anything that is copied is damaged.
CompactionResult copy_compacted(const Database& from, const std::string& path,
                                const CompactionProgress& progress);

}  // namespace arbiter::sqlite
