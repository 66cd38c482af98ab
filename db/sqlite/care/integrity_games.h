// Every game against itself and against all that follows from it.
#pragma once

#include "db/model/game_set.h"
#include "db/sqlite/care/integrity.h"
#include "db/sqlite/care/integrity_log.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

// Names and sources that there are, by number.
struct KnownNames {
  GameSet players, events, sites, sources, openings;
};

// Looks at the rows of `game` by rising number, with segments, columns and texts beside them.
// Returns the games that there are, deleted ones included. Replays on up to `jobs` threads.
GameSet check_games(const Database& database, const KnownNames& names, unsigned jobs,
                    IntegrityLog& log);

}  // namespace arbiter::sqlite
