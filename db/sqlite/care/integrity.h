// Whether an SQLite file is what it says: every game, and all that follows from the games.
#pragma once

#include "db/model/storage.h"
#include "db/sqlite/games/database.h"

namespace arbiter::sqlite {

// Looks at one moment of the file, and tells every fault. About 150 ns a half-move. Throws
// IoError where the disk or a lock fails, which says nothing about the file.
IntegrityTotals check_integrity(const Database& database, const IntegrityOptions& options,
                                IntegrityListener& listener);

}  // namespace arbiter::sqlite
