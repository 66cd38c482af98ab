// Merges that have begun, and blocks of the position index that no segment has.
#pragma once

#include "db/sqlite/care/integrity_log.h"
#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// Reads what unfinished merges have written. In files of schema version 1, which have none, looks
// only for the blocks.
void check_merges(const Connection& connection, IntegrityLog& log);

}  // namespace arbiter::sqlite
