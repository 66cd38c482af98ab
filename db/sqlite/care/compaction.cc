#include "db/sqlite/care/compaction.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "db/model/game_replay.h"
#include "db/sqlite/care/compact_copy.h"
#include "db/sqlite/file/exclusive_access.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_text.h"
#include "db/sqlite/games/names.h"
#include "db/sqlite/games/schema.h"
#include "db/sqlite/index/index_writer.h"
#include "db/sqlite/index/position_index.h"
#include "db/sqlite/index/segment.h"
#include "lib/tags/name_folding.h"

namespace arbiter::sqlite {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDropGames = "DELETE FROM game WHERE flags & 1";
constexpr const char* kDropFindings = "DELETE FROM finding WHERE game NOT IN (SELECT id FROM game)";
constexpr std::string_view kStretches = "SELECT first_game, games FROM game_text";
constexpr std::string_view kDropStretch = "DELETE FROM game_text WHERE first_game = ?1";
constexpr const char* kDropSources =
    "DELETE FROM source WHERE is_forgotten AND id NOT IN (SELECT source FROM game);"
    "DELETE FROM meta WHERE name LIKE 'source %'"
    " AND substr(name, 8) + 0 NOT IN (SELECT id FROM source)";
constexpr std::string_view kKeepLastGame =
    "INSERT OR REPLACE INTO meta (name, value) VALUES ('last_game', ?1)";

constexpr std::string_view kDropNames[] = {
    "DELETE FROM player WHERE id NOT IN (SELECT white FROM game UNION SELECT black FROM game)",
    "DELETE FROM event WHERE id NOT IN (SELECT event FROM game)",
    "DELETE FROM site WHERE id NOT IN (SELECT site FROM game)",
    "DELETE FROM opening WHERE id NOT IN (SELECT opening >> 8 FROM game)",
};
static_assert(kOpeningPlyBits == 8);

// VACUUM copies the file: on disk, however large it is.
constexpr const char* kGiveSpaceBack = "PRAGMA temp_store = FILE; VACUUM";

void drop_texts(const Connection& connection, const GameSet& games) {
  std::vector<TextStretch> stretches;
  KeptTexts texts(connection, games);
  Statement query = connection.prepare(kStretches);
  while (query.step()) {
    const TextStretch stretch = stretch_at(connection, query);
    if (texts.loses_any(stretch)) stretches.push_back(stretch);
  }
  GameTextWriter writer(connection);
  Statement drop = connection.prepare(kDropStretch);
  for (const TextStretch& stretch : stretches) {
    const auto kept = texts.kept_of(stretch);
    drop.bind(1, number_of(stretch.first)).run();
    if (!kept.empty()) writer.add(stretch.first, kept, 1);
  }
}

std::uint64_t drop_names(const Connection& connection) {
  std::uint64_t count = 0;
  for (const std::string_view sql : kDropNames) {
    connection.prepare(sql).run();
    count += static_cast<std::uint64_t>(connection.changes());
  }
  return count;
}

void drop_games(const Database& database, CompactionResult& result) {
  const Connection& connection = database.connection();
  const GameSet games = deleted_games(database);
  result.games = games.size();
  if (result.games == 0) return;
  connection.prepare(kKeepLastGame).bind(1, database.last_game()).run();
  drop_texts(connection, games);
  drop_facts(connection, games);
  connection.prepare(kDropGames).run();
  connection.execute(kDropFindings);
  connection.execute(kDropSources);
  result.names = drop_names(connection);
}

void fold_names(const Connection& connection) {
  for (const std::string_view table : {"player", "event", "site"}) {
    Statement read = connection.prepare(fmt::format("SELECT id, name, folded FROM {}", table));
    Statement write =
        connection.prepare(fmt::format("UPDATE {} SET folded = ?2 WHERE id = ?1", table));
    while (read.step()) {
      const std::string folded = folded_name(read.text(1));
      if (folded != read.text(2)) write.bind(1, read.integer(0)).bind(2, folded).run();
    }
  }
}

std::uint64_t segments_of(const Connection& connection) {
  return static_cast<std::uint64_t>(
      connection.integer("SELECT count(*) FROM segment WHERE NOT is_subtracted"));
}

void make_index_one(const Database& database, const CompactionOptions& options,
                    CompactionResult& result) {
  const Connection& connection = database.connection();
  result.segments = segments_of(connection);
  if (options.derived == Derived::Rebuild || !is_index_sound(connection)) {
    rebuild_index(database, options.jobs);
    result.was_rebuilt = true;
  }
  ColumnReader columns(connection);
  PositionIndexWriter(connection).merge_all(columns);
}

// Of a copy that was not finished, all that SQLite can have made.
void remove_copy(const std::string& name) {
  for (const char* ending : {"", "-wal", "-shm", "-journal"}) {
    std::error_code ignored;
    fs::remove(name + ending, ignored);
  }
}

// A copy would be the only name of the file, and its owner who runs this.
bool is_just_ours(const std::string& path) {
  struct stat file {};
  return ::stat(path.c_str(), &file) == 0 && file.st_nlink == 1 &&
         (::geteuid() == 0 || ::geteuid() == file.st_uid);
}

bool can_be_copied(const Database& database, const CompactionOptions& options) {
  const Connection& connection = database.connection();
  return options.derived == Derived::Keep && connection.is_file() &&
         own_objects(connection).empty() && is_just_ours(connection.path());
}

bool has_nothing_to_do(const Connection& connection) {
  constexpr std::string_view kLeft =
      "SELECT EXISTS (SELECT 1 FROM game WHERE flags & 1) OR EXISTS (SELECT 1 FROM remains)"
      " OR (SELECT count(*) FROM segment) > 1 OR (SELECT freelist_count FROM "
      "pragma_freelist_count)";
  return connection.integer(kLeft) == 0 && is_index_sound(connection) &&
         is_one_segment(connection, read_segments(connection));
}

constexpr std::string_view kMarkDeleted =
    "UPDATE game SET flags = flags | 1 WHERE id = ?1 AND flags & 1 = 0"
    " RETURNING start, moves, flags";
static_assert(kDeleted == 1);

}  // namespace

CompactionResult compact_database(const Database& database, const CompactionOptions& options) {
  const Connection& connection = database.connection();
  CompactionResult result;
  {
    Transaction transaction(connection);
    result.bytes_before = connection.bytes();
    if (options.derived == Derived::Rebuild) {
      rebuild_columns(database, options.jobs);
      fold_names(connection);
      renew_seals(connection);
    }
    drop_games(database, result);
    make_index_one(database, options, result);
    transaction.commit();
  }
  if (connection.integer("PRAGMA freelist_count") > 0) connection.execute(kGiveSpaceBack);
  result.bytes_after = connection.bytes();
  return result;
}

CompactionResult compact_file(std::unique_ptr<Database> database, const CompactionOptions& options,
                              const CompactionProgress& progress) {
  if (!can_be_copied(*database, options)) return compact_database(*database, options);
  CompactionResult result;
  const std::uint64_t bytes_before = database->connection().bytes();
  const std::string name = ReplacedFile(database->connection().path()).path() + "-compact";
  std::optional<UnfinishedFile> copy;
  std::optional<ReplacedFile> target;
  std::optional<ReplacedFile> made;  // the copy as it was finished
  try {
    const SoleWriter writer(database->connection());
    if (has_nothing_to_do(database->connection())) {
      return {.segments = segments_of(database->connection()),
              .bytes_before = bytes_before,
              .bytes_after = bytes_before};
    }
    remove_copy(name);  // under the lock: nobody else is writing one
    copy.emplace(name);
    result = copy_compacted(*database, name, progress);
    made.emplace(name);
    target.emplace(database->connection().path());
  } catch (const DamageError&) {
    copy.reset();
    // What can be made anew is.
    return compact_database(*database, options);
  }
  database.reset();
  take_place(*copy, *made, *target);
  result.bytes_before = bytes_before;
  result.bytes_after = fs::file_size(target->path());
  return result;
}

Deletion delete_games(const Database& database, const GameSet& games, unsigned jobs) {
  const Connection& connection = database.connection();
  Statement mark = connection.prepare(kMarkDeleted);
  ColumnWriter columns(connection);
  ColumnReader reader(connection);
  GameFactsReader facts(reader);
  GameReplay replay(database.index_plies());
  SegmentCollector subtracted(connection, SegmentKind::Subtracted, jobs);
  Deletion deletion;
  games.for_each([&](GameId game) {
    if (!mark.bind(1, number_of(game)).step()) return true;
    const auto flags = static_cast<unsigned>(mark.integer(2));
    columns.set(game, GameColumn::Flags, flags);
    if ((flags & kUnchecked) == 0 && replay.run(mark.text(0), mark.blob(1))) {
      subtracted.add(game, facts.facts(game), replay.postings());
    }
    mark.reset();
    ++deletion.games;
    return true;
  });
  columns.finish();
  subtracted.finish();
  deletion.postings = subtracted.written();
  return deletion;
}

}  // namespace arbiter::sqlite
