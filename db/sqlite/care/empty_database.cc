#include "db/sqlite/care/empty_database.h"

#include <sqlite3.h>

#include <exception>
#include <string_view>

#include "db/sqlite/file/connection.h"
#include "db/sqlite/file/creation_lock.h"
#include "lib/io/output_file.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kCountGames = "SELECT count(*) FROM game";

}  // namespace

void remove_if_empty(const std::string& path) {
  try {
    const CreationLock lock(path);
    const auto connection = Connection::open(path, Access::Write);
    if (!connection) return;
    sqlite3_busy_handler((*connection)->handle(), nullptr, nullptr);
    (*connection)->execute("PRAGMA locking_mode = EXCLUSIVE");
    if ((*connection)->integer(kCountGames) == 0) remove_database(ReplacedFile(path).path());
  } catch (const std::exception&) {
    // The database is in use or incomplete, so it stays.
  }
}

}  // namespace arbiter::sqlite
