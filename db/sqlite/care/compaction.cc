#include "db/sqlite/care/compaction.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "db/model/game_set.h"
#include "db/sqlite/care/integrity.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/games/chunk_indexes.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_text.h"
#include "db/sqlite/games/schema.h"
#include "db/sqlite/games/sqlite_archive.h"
#include "db/sqlite/index/index_writer.h"
#include "db/sqlite/index/segment.h"
#include "db/sqlite/index/segment_merge.h"
#include "lib/base/result.h"
#include "lib/os/file.h"
#include "lib/tags/person_name.h"

namespace arbiter::sqlite {
namespace {

// The rows of a table referenced by games in `main`.
struct UsedRows {
  std::string_view table;
  std::string_view condition;
};

inline constexpr UsedRows kUsedRows[] = {
    {"source", "NOT is_forgotten OR id IN (SELECT source FROM main.game)"},
    {"player", "id IN (SELECT white FROM main.game UNION SELECT black FROM main.game)"},
    {"event", "id IN (SELECT event FROM main.game)"},
    {"site", "id IN (SELECT site FROM main.game)"},
    {"opening", "id IN (SELECT opening >> 8 FROM main.game)"},
    {"finding", "game IN (SELECT id FROM main.game)"},
};

constexpr std::string_view kDeletedGames = "SELECT id FROM game WHERE flags & 1";
static_assert(kDeleted == 1);

// The settings of an unfinished file. The file is invisible to other programs, and is removed after
// a failure, so its pages need no journal.
constexpr const char* kUnsafe = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF";

constexpr std::string_view kCopyGames =
    "INSERT INTO main.game SELECT * FROM old.game WHERE id BETWEEN ?1 AND ?2 AND flags & 1 = 0";
constexpr const char* kCopyRest =
    "INSERT OR REPLACE INTO main.meta SELECT * FROM old.meta;"
    "INSERT INTO main.finding_kind SELECT * FROM old.finding_kind;"
    "INSERT INTO main.fact SELECT * FROM old.fact";
constexpr std::string_view kNames =
    "SELECT (SELECT count(*) FROM player) + (SELECT count(*) FROM event) +"
    " (SELECT count(*) FROM site) + (SELECT count(*) FROM opening)";

constexpr std::string_view kCopiedStretches =
    "SELECT first_game, games, data FROM game_text ORDER BY first_game";
constexpr std::string_view kAddStretch =
    "INSERT INTO game_text (first_game, games, data) VALUES (?1, ?2, ?3)";

constexpr const char* kCopySegment = "INSERT INTO main.segment SELECT * FROM old.segment";
constexpr std::string_view kCopyBlocks =
    "INSERT INTO main.posting_block SELECT * FROM old.posting_block WHERE id BETWEEN ?1 AND ?2";
constexpr std::uint32_t kBlocksAtOnce = 64;

// The number of postings per merge step, and the cost of a game in postings.
constexpr std::uint64_t kPostingsAtOnce = std::uint64_t{1} << 20;
constexpr std::uint64_t kPostingsPerGame = 20;

// A row of `game_text`.
struct TextStretch {
  GameId first{};
  std::int64_t games = 0;

  GameId game(std::int64_t place) const { return GameId{number_of(first) + place}; }
};

// Reads a row. Throws DamageError if its numbers are impossible.
TextStretch stretch_at(const Connection& connection, const Statement& row) {
  const TextStretch stretch{GameId{row.integer(0)}, row.integer(1)};
  check_number(connection, "the texts of game", number_of(stretch.first), max_game(connection));
  check_number(connection, "the number of texts", stretch.games, kMaxRecords);
  return stretch;
}

// The texts in a row of `game_text`, except those of deleted games.
class KeptTexts {
 public:
  KeptTexts(const Connection& connection, const GameSet& gone)
      : reader_(connection),
        row_(connection.prepare("SELECT round, offset, line FROM game WHERE id = ?1")),
        gone_(gone) {}

  bool loses_any(const TextStretch& stretch) const {
    for (std::int64_t i = 0; i < stretch.games; ++i) {
      if (gone_.contains(stretch.game(i))) return true;
    }
    return false;
  }

  // Returns the texts of the row, with empty texts for deleted games; nothing if all games are
  // deleted. The result is valid until the next call.
  std::span<const SealedText> kept_of(const TextStretch& stretch) {
    records_.clear();
    texts_.clear();
    bool is_empty = true;
    for (std::int64_t i = 0; i < stretch.games; ++i) {
      const bool is_gone = gone_.contains(stretch.game(i));
      records_.emplace_back(is_gone ? std::string_view() : reader_.record(stretch.game(i)));
      texts_.push_back({{}, is_gone ? 0 : seal_of_row(stretch.game(i))});
      is_empty = is_empty && is_gone;
    }
    if (is_empty) return {};
    for (std::size_t i = 0; i < texts_.size(); ++i) texts_[i].record = records_[i];
    return texts_;
  }

 private:
  std::uint64_t seal_of_row(GameId game) {
    if (!row_.bind(1, number_of(game)).step()) return 0;
    const std::uint64_t seal = seal_of({game, row_.text(0), row_.integer(1), row_.integer(2)});
    row_.reset();
    return seal;
  }

  GameTextReader reader_;
  Statement row_;
  const GameSet& gone_;
  std::vector<std::string> records_;
  std::vector<SealedText> texts_;
};

// Returns the deleted games that still have rows.
GameSet deleted_games(const Database& database) {
  GameSet games(database.last_game());
  Statement query = database.connection().prepare(kDeletedGames);
  while (query.step()) {
    const std::int64_t id = query.integer(0);
    check_number(database.connection(), "game", id, database.last_game());
    games.insert(GameId{id});
  }
  return games;
}

// Sets the columns of the games to the values for unused game numbers.
void drop_facts(const Connection& connection, const GameSet& games) {
  ColumnWriter columns(connection);
  games.for_each([&](GameId game) {
    for (std::size_t i = 0; i < kGameColumns; ++i) columns.set(game, static_cast<GameColumn>(i), 0);
    columns.set(game, GameColumn::Flags, kDeleted);
    return true;
  });
  columns.finish();
}

// Stores the number of the last game, and removes what `meta` contains about sources that no longer
// exist.
void update_meta(const Connection& connection, std::int64_t last_game) {
  constexpr std::string_view kKeepLastGame =
      "INSERT OR REPLACE INTO main.meta (name, value) VALUES ('last_game', ?1)";
  connection.prepare(kKeepLastGame).bind(1, last_game).run();
  connection.execute(
      "DELETE FROM main.meta WHERE name LIKE 'source %'"
      " AND substr(name, 8) + 0 NOT IN (SELECT id FROM main.source)");
}

// Removes the texts of the games.
void drop_texts(const Connection& connection, const GameSet& games) {
  std::vector<TextStretch> stretches;
  KeptTexts texts(connection, games);
  Statement query = connection.prepare(kCopiedStretches);
  while (query.step()) {
    const TextStretch stretch = stretch_at(connection, query);
    if (texts.loses_any(stretch)) stretches.push_back(stretch);
  }
  GameTextWriter writer(connection);
  Statement drop = connection.prepare("DELETE FROM game_text WHERE first_game = ?1");
  for (const TextStretch& stretch : stretches) {
    const auto kept = texts.kept_of(stretch);
    drop.bind(1, number_of(stretch.first)).run();
    if (!kept.empty()) writer.add(stretch.first, kept, 1);
  }
}

// A copy in progress.
class Copy {
 public:
  Copy(const Database& from, std::unique_ptr<Database> to, const CompactionProgress& progress)
      : from_(from), to_(std::move(to)), progress_(progress) {
    all_ = static_cast<std::uint64_t>(from.last_game()) * kPostingsPerGame + 1;
    for (const Segment& segment : segments_) all_ += segment.postings;
  }

  CompactionResult run() {
    const Connection& to = to_->connection();
    to.execute(kUnsafe);
    to.prepare("ATTACH ?1 AS old")
        .bind(1, std::string_view(uri_of(from_.connection().path(), "?mode=ro")))
        .run();
    Transaction transaction(to);
    copy_rows();
    copy_texts();
    copy_index();
    if (has_sql_indexes(from_.connection())) create_sql_indexes(to);
    transaction.commit();
    CompactionResult result{.games = gone_.size(), .segments = segments_.size()};
    result.names =
        static_cast<std::uint64_t>(from_.connection().integer(kNames) - to.integer(kNames));
    to.execute("DETACH old; PRAGMA journal_mode = WAL");
    sync_file(to);
    return result;
  }

 private:
  void advance(std::uint64_t units) {
    done_ += units;
    progress_(std::min(1.0, static_cast<double>(done_) / static_cast<double>(all_)));
  }

  void copy_rows() {
    const Connection& to = to_->connection();
    const std::int64_t last = from_.last_game();
    Statement games = to.prepare(kCopyGames);
    for (std::int64_t first = 1; first <= last; first += kChunkGames) {
      games.bind_all(first, first + kChunkGames - 1).run();
      advance(kChunkGames * kPostingsPerGame);
    }
    to.execute(kCopyRest);
    const bool is_whole = gone_.size() == 0;
    for (const auto& [table, condition] : kUsedRows) {
      to.execute(fmt::format("INSERT INTO main.{0} SELECT * FROM old.{0} WHERE {1}", table,
                             is_whole ? "TRUE" : condition)
                     .c_str());
    }
    if (is_whole) return;
    update_meta(to, last);
    drop_facts(to, gone_);
  }

  void copy_texts() {
    const Connection& from = from_.connection();
    KeptTexts texts(from, gone_);
    GameTextWriter writer(to_->connection());
    Statement add = to_->connection().prepare(kAddStretch);
    Statement stretches = from.prepare(kCopiedStretches);
    while (stretches.step()) {
      const TextStretch stretch = stretch_at(from, stretches);
      if (!texts.loses_any(stretch)) {
        add.bind_all(number_of(stretch.first), stretch.games, stretches.blob(2)).run();
      } else if (const auto kept = texts.kept_of(stretch); !kept.empty()) {
        writer.add(stretch.first, kept, 1);
      }
    }
  }

  void copy_index() {
    const Connection& from = from_.connection();
    if (segments_.empty()) return;
    if (is_one_segment(from, segments_) && is_index_sound(from)) {
      return copy_segment(segments_.front());
    }
    ColumnReader columns(from);
    SegmentMerge merge({from, to_->connection()}, columns, segments_, MergeMode::Copy,
                       {.id = 1, .next_bucket = 0, .total = {}});
    while (!merge.advance(kPostingsAtOnce)) advance(kPostingsAtOnce);
    merge.finish();
  }

  void copy_segment(const Segment& segment) {
    to_->connection().execute(kCopySegment);
    Statement blocks = to_->connection().prepare(kCopyBlocks);
    const std::uint32_t end = segment.layout.buckets();
    for (std::uint32_t first = 0; first < end; first += kBlocksAtOnce) {
      const std::uint32_t last = std::min(first + kBlocksAtOnce, end) - 1;
      blocks.bind_all(block_row(segment, first), block_row(segment, last)).run();
      advance(segment.postings * (last + 1 - first) / end);
    }
  }

  const Database& from_;
  std::unique_ptr<Database> to_;
  const CompactionProgress& progress_;
  GameSet gone_ = deleted_games(from_);
  std::vector<Segment> segments_ = read_segments(from_.connection());
  std::uint64_t all_ = 0;
  std::uint64_t done_ = 0;
};

// Writes a new file at `path` with the remaining data of `from` and one segment of the index, and
// syncs it. Each of its pages is written about once. Throws DamageError if anything that is copied
// is damaged. Precondition: no program writes to `from` meanwhile, and the user has no own objects
// in it.
CompactionResult copy_compacted(const Database& from, const std::string& path,
                                const CompactionProgress& progress) {
  auto to = Database::open(path, Access::Create);
  if (!to) throw IoError(path + ": " + to.error());
  return Copy(from, *std::move(to), progress).run();
}

namespace fs = std::filesystem;

constexpr std::string_view kDropGames = "DELETE FROM game WHERE flags & 1";
// Runs VACUUM with a temporary copy on disk, because the file may be large.
constexpr const char* kGiveSpaceBack = "PRAGMA temp_store = FILE; VACUUM";

void drop_games(const Database& database, CompactionResult& result) {
  const Connection& connection = database.connection();
  const GameSet games = deleted_games(database);
  result.games = games.size();
  if (result.games == 0) return;
  const std::int64_t last_game = database.last_game();
  drop_texts(connection, games);
  drop_facts(connection, games);
  connection.prepare(kDropGames).run();
  for (const auto& [table, condition] : kUsedRows) {
    connection.execute(fmt::format("DELETE FROM {} WHERE NOT ({})", table, condition).c_str());
    const bool is_name = table != "source" && table != "finding";
    if (is_name) result.names += static_cast<std::uint64_t>(connection.changes());
  }
  update_meta(connection, last_game);
}

void fold_names(const Connection& connection) {
  for (const std::string_view table : {"player", "event", "site"}) {
    Statement read = connection.prepare(fmt::format("SELECT id, name, folded FROM {}", table));
    Statement write =
        connection.prepare(fmt::format("UPDATE {} SET folded = ?2 WHERE id = ?1", table));
    while (read.step()) {
      const std::string folded = folded_name(read.text(1));
      if (folded != read.text(2)) write.bind_all(read.integer(0), folded).run();
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

// Removes all files that SQLite may have created for an unfinished copy.
void remove_copy(const std::string& name) {
  for (const char* ending : {"", "-wal", "-shm", "-journal"}) {
    std::error_code ignored;
    fs::remove(name + ending, ignored);
  }
}

// Creates an empty file that only its owner can read.
void create_private(const std::string& name) {
  const int file = open_file(name, OpenMode::CreatePrivate);
  if (file < 0) throw IoError(name + ": " + reason_of_errno(errno));
  close_file(file);
}

// Returns whether the file belongs to the user and has no other hard link. A copy would change
// both.
bool is_just_ours(const std::string& path) {
  const auto file = state_of_file(path);
  return file && file->links == 1 && is_own_file(*file);
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
  std::optional<ReplacedFile> made;  // state of the finished copy
  try {
    const SoleWriter writer(database->connection());
    if (has_nothing_to_do(database->connection())) {
      return {.segments = segments_of(database->connection()),
              .bytes_before = bytes_before,
              .bytes_after = bytes_before};
    }
    remove_copy(name);  // because of the lock, no other program is writing a copy
    create_private(name);
    copy.emplace(name);
    // The files that SQLite keeps next to the copy while it is open.
    const UnfinishedFile log(name + "-wal");
    const UnfinishedFile log_index(name + "-shm");
    result = copy_compacted(*database, name, progress);
    made.emplace(name);
    target.emplace(database->connection().path());
  } catch (const DamageError&) {
    copy.reset();
    // If the index is damaged, rebuilds it from the games.
    return compact_database(*database, options);
  }
  database.reset();
  result.losses = take_place(*copy, *made, *target);
  result.bytes_before = bytes_before;
  result.bytes_after = fs::file_size(target->path());
  return result;
}

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
