#include "db/care/upgrade.h"

#include "db/games/schema.h"
#include "db/games/schema_check.h"
#include "db/sqlite/page_checksums.h"
#include "lib/base/io_error.h"

namespace arbiter::db::care {
namespace {

std::uint64_t bytes_of(const Connection& connection) {
  return static_cast<std::uint64_t>(connection.integer("PRAGMA page_count") *
                                    connection.integer("PRAGMA page_size"));
}

// VACUUM copies the file: on disk, however large it is. Before the tables, because a file of this
// schema promises checksums.
void give_checksums(const Connection& connection) {
  make_room_for_checksums(connection);
  connection.execute("PRAGMA temp_store = FILE; VACUUM");
  if (!has_room_for_checksums(connection)) {
    throw IoError(connection.path() +
                  ": another program is using it; try again when it has finished");
  }
}

void upgrade_tables(const Database& database) {
  Transaction transaction(database.connection());
  if (database.schema_version() == kSchemaVersion) return;  // somebody was quicker
  upgrade_schema(database.connection());
  if (database.last_game() >= kIndexedGames) create_sql_indexes(database.connection());
  transaction.commit();
}

}  // namespace

UpgradeResult upgrade_database(const Database& database, const UpgradeOptions& options) {
  const Connection& connection = database.connection();
  UpgradeResult result{.version_before = database.schema_version(),
                       .bytes_before = bytes_of(connection)};
  if (result.version_before != kSchemaVersion) {
    give_checksums(connection);
    upgrade_tables(database);
  }
  if (options.removes_foreign) {
    Transaction transaction(connection);
    result.removed = clean_schema(connection);
    transaction.commit();
  }
  result.bytes_after = bytes_of(connection);
  return result;
}

}  // namespace arbiter::db::care
