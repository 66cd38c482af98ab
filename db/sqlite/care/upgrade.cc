#include "db/sqlite/care/upgrade.h"

#include <vector>

#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_text.h"
#include "db/sqlite/games/schema.h"
#include "db/sqlite/games/schema_check.h"
#include "db/sqlite/games/sources.h"
#include "db/sqlite/games/square_index_making.h"
#include "db/sqlite/games/views.h"
#include "db/sqlite/index/index_rebuild.h"
#include "db/sqlite/index/merge_policy.h"
#include "db/sqlite/index/position_index.h"
#include "db/sqlite/index/segment.h"
#include "lib/base/io_error.h"
#include "lib/openings/opening_table.h"

namespace arbiter::sqlite {
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

// Those that deleted games have left postings in, which version 1 only counted.
std::vector<Segment> segments_with_deleted(const Connection& connection) {
  std::vector<Segment> segments = SegmentList(connection).read();
  std::erase_if(segments, [](const Segment& segment) { return segment.deleted == 0; });
  return segments;
}

// Version 1 numbered them in another way.
void correct_levels(const Connection& connection) {
  Statement update = connection.prepare("UPDATE segment SET level = ?2 WHERE id = ?1");
  for (const Segment& segment : SegmentList(connection).read()) {
    update.bind(1, segment.id).bind(2, size_class(segment.postings)).run();
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
    return;  // somebody was quicker
  }
  const OpeningTable* table = options.openings;
  classify_games(database, table == nullptr ? known_openings() : *table, options.jobs);
  transaction.commit();
}

}  // namespace

UpgradeResult upgrade_database(const Database& database, const UpgradeOptions& options) {
  const Connection& connection = database.connection();
  UpgradeResult result{.version_before = database.schema_version(),
                       .bytes_before = bytes_of(connection)};
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
  if (result.version_before == kSchemaVersion && !has_square_index(connection)) {
    Transaction transaction(connection);
    make_square_index(connection);
    transaction.commit();
    result.has_new_bitmaps = true;
  }
  result.bytes_after = bytes_of(connection);
  return result;
}

}  // namespace arbiter::sqlite
