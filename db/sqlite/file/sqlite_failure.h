// What SQLite's result codes mean for a user.
#pragma once

#include <string>

struct sqlite3;

namespace arbiter::sqlite {

// What the last call on `handle` failed of and the way out, without the file's name:
// "the disk is full; nothing of this step was kept".
std::string failure_of(sqlite3* handle);

}  // namespace arbiter::sqlite
