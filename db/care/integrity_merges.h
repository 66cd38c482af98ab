// Merges that have begun, and blocks of the position index that no segment has.
#pragma once

#include "db/care/integrity_log.h"
#include "db/sqlite/connection.h"

namespace arbiter::db::care {

// Reads what unfinished merges have written. In files of schema version 1, which have none, looks
// only for the blocks.
void check_merges(const Connection& connection, IntegrityLog& log);

}  // namespace arbiter::db::care
