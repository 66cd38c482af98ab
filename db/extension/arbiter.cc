// The SQLite extension arbiter.so, which adds the functions of sql_functions.h to any SQLite shell.
//
//   sqlite> .load ./arbiter
//   sqlite> SELECT move, games FROM position_moves('startpos');
//
// It uses the system's SQLite library, because the shell must use the same one.
#include <sqlite3ext.h>

#include <exception>

#include "db/sqlite/sql/sql_functions.h"

SQLITE_EXTENSION_INIT1

// The function of the system's library; a macro in the header replaces it with the host's.
#undef sqlite3_libversion
extern "C" const char* sqlite3_libversion();

// The entry point of the extension. SQLite derives this name from the file name arbiter.so.
extern "C" __attribute__((visibility("default"))) int sqlite3_arbiter_init(
    sqlite3* database, char** error, const sqlite3_api_routines* host) {
  SQLITE_EXTENSION_INIT2(host)
  // A connection cannot be shared between two copies of SQLite.
  if (host->libversion != &sqlite3_libversion) {
    *error = sqlite3_mprintf("arbiter.so needs a program that uses the system's SQLite library");
    return SQLITE_ERROR;
  }
  try {
    arbiter::sqlite::add_sql_functions(database);
    return SQLITE_OK;
  } catch (const std::exception& failure) {
    *error = sqlite3_mprintf("%s", failure.what());
    return SQLITE_ERROR;
  }
}
