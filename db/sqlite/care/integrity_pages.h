// The pages of the file, and what is lost with those that are damaged.
#pragma once

#include "db/sqlite/care/integrity_log.h"
#include "db/sqlite/file/connection.h"

namespace arbiter::sqlite {

// SQLite's own check, which reads every page that is in use, and what the damaged ones belong to.
void check_pages(const Connection& connection, FileCheck check, IntegrityLog& log);

// Where pages are damaged, the games whose rows cannot be read.
void tell_unreadable_games(const Connection& connection, IntegrityLog& log);

}  // namespace arbiter::sqlite
