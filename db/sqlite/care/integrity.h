// The check of an SQLite file: every game, and everything derived from the games.
#pragma once

#include "db/model/storage.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

// Checks a snapshot of the file, and reports every fault. About 150 ns per half-move. Throws
// IoError if the disk or a lock fails.
IntegrityTotals check_integrity(const Database& database, const IntegrityOptions& options,
                                IntegrityListener& listener);

}  // namespace arbiter::sqlite
