#include "db/sqlite/care/upgrade.h"

#include <vector>

#include "db/sqlite/care/integrity.h"
#include "db/sqlite/file/exclusive_access.h"
#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/games/chunk_indexes.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_text.h"
#include "db/sqlite/games/schema.h"
#include "db/sqlite/games/sqlite_archive.h"
#include "db/sqlite/index/index_writer.h"
#include "db/sqlite/index/segment.h"
#include "lib/base/result.h"

namespace arbiter::sqlite {
namespace {

// Adds checksums by VACUUM, with a temporary copy on disk, because the file may be large. This
// precedes the upgrade of the tables, because files of the new schema must have checksums.
void give_checksums(const Connection& connection) {
  make_room_for_checksums(connection);
  connection.execute("PRAGMA temp_store = FILE; VACUUM");
  if (!has_room_for_checksums(connection)) {
    throw IoError(connection.path() +
                  ": another program is using it; try again when it has finished");
  }
}

// Returns the segments with postings of deleted games, which version 1 only counted.
std::vector<Segment> segments_with_deleted(const Connection& connection) {
  std::vector<Segment> segments = read_segments(connection);
  std::erase_if(segments, [](const Segment& segment) { return segment.deleted == 0; });
  return segments;
}

// Corrects the levels of segments, which version 1 numbered differently.
void correct_levels(const Connection& connection) {
  Statement update = connection.prepare("UPDATE segment SET level = ?2 WHERE id = ?1");
  for (const Segment& segment : read_segments(connection)) {
    update.bind_all(segment.id, size_class(segment.postings)).run();
  }
}

void upgrade_first_schema(const Database& database) {
  const std::vector<Segment> segments = segments_with_deleted(database.connection());
  upgrade_schema(database.connection());
  ColumnReader columns(database.connection());
  PositionIndexWriter index(database.connection());
  for (const Segment& segment : segments) index.drop_deleted(segment, columns);
  correct_levels(database.connection());
  renew_seals(database.connection());
  seal_sources(database.connection());
  if (database.last_game() >= kIndexedGames) create_sql_indexes(database.connection());
}

void upgrade_tables(const Database& database, const UpgradeOptions& options) {
  Transaction transaction(database.connection());
  if (database.schema_version() != kSchemaVersion) {
    upgrade_first_schema(database);
  } else if (!has_openings(database.connection())) {
    upgrade_schema(database.connection());
  } else if (options.openings == nullptr) {
    return;  // another program has already upgraded the file
  }
  const OpeningTable* table = options.openings;
  classify_games(database, table == nullptr ? known_openings() : *table, options.jobs);
  transaction.commit();
}

}  // namespace

UpgradeResult upgrade_database(const Database& database, const UpgradeOptions& options) {
  const Connection& connection = database.connection();
  UpgradeResult result{.version_before = database.schema_version(),
                       .bytes_before = connection.bytes()};
  if (options.removes_foreign) {
    Transaction transaction(connection);
    result.removed = remove_foreign(connection);
    if (result.version_before == kSchemaVersion) renew_views(connection);
    transaction.commit();
  }
  if (result.version_before != kSchemaVersion) give_checksums(connection);
  if (!has_openings(connection) || options.openings != nullptr) {
    upgrade_tables(database, options);
    result.was_classified = true;
  }
  if (result.version_before == kSchemaVersion && !has_chunk_indexes(connection)) {
    Transaction transaction(connection);
    make_chunk_indexes(connection);
    transaction.commit();
    result.has_new_indexes = true;
  }
  result.bytes_after = connection.bytes();
  return result;
}

Renewal renew_pages(const Database& database, unsigned jobs, IntegrityListener& listener) {
  const Connection& connection = database.connection();
  const SoleWriter writer(connection);
  const IntegrityOptions options{.foreign = ForeignCheck::Ignore, .jobs = jobs};
  const std::uint64_t faults = check_integrity(database, options, listener).faults;
  if (faults > 0) return {.faults = faults};
  return {.pages = renew_checksums(connection)};
}

}  // namespace arbiter::sqlite
