#include "db/sqlite/care/compact_copy.h"

#include <algorithm>
#include <string_view>

#include "db/model/game_draft.h"
#include "db/sqlite/file/exclusive_access.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/names.h"
#include "db/sqlite/games/schema.h"
#include "db/sqlite/index/index_writer.h"
#include "db/sqlite/index/segment.h"
#include "db/sqlite/index/segment_merge.h"
#include "lib/base/io_error.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kDeletedGames = "SELECT id FROM game WHERE flags & 1";
static_assert(kDeleted == 1);

// Nobody else sees the file yet: if it is not finished, it is removed. New pages need no journal.
constexpr const char* kUnsafe = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF";

constexpr std::string_view kCopyGames =
    "INSERT INTO main.game SELECT * FROM old.game WHERE id BETWEEN ?1 AND ?2 AND flags & 1 = 0";
// Where no game was deleted.
constexpr const char* kCopyAll =
    "INSERT INTO main.source SELECT * FROM old.source;"
    "INSERT INTO main.player SELECT * FROM old.player;"
    "INSERT INTO main.event SELECT * FROM old.event;"
    "INSERT INTO main.site SELECT * FROM old.site;"
    "INSERT INTO main.opening SELECT * FROM old.opening;"
    "INSERT INTO main.finding SELECT * FROM old.finding";
// What the games that are left use.
constexpr const char* kCopyUsed =
    "INSERT INTO main.source SELECT * FROM old.source"
    " WHERE NOT is_forgotten OR id IN (SELECT source FROM main.game);"
    "INSERT INTO main.player SELECT * FROM old.player"
    " WHERE id IN (SELECT white FROM main.game UNION SELECT black FROM main.game);"
    "INSERT INTO main.event SELECT * FROM old.event WHERE id IN (SELECT event FROM main.game);"
    "INSERT INTO main.site SELECT * FROM old.site WHERE id IN (SELECT site FROM main.game);"
    "INSERT INTO main.opening SELECT * FROM old.opening"
    " WHERE id IN (SELECT opening >> 8 FROM main.game);"
    "INSERT INTO main.finding SELECT * FROM old.finding WHERE game IN (SELECT id FROM main.game);"
    "DELETE FROM main.meta WHERE name LIKE 'source %'"
    " AND substr(name, 8) + 0 NOT IN (SELECT id FROM main.source)";
constexpr const char* kCopyRest =
    "INSERT OR REPLACE INTO main.meta SELECT * FROM old.meta;"
    "INSERT INTO main.finding_kind SELECT * FROM old.finding_kind;"
    "INSERT INTO main.fact SELECT * FROM old.fact";
constexpr std::string_view kKeepLastGame =
    "INSERT OR REPLACE INTO main.meta (name, value) VALUES ('last_game', ?1)";
static_assert(kOpeningPlyBits == 8);
constexpr std::string_view kNames =
    "SELECT (SELECT count(*) FROM player) + (SELECT count(*) FROM event) +"
    " (SELECT count(*) FROM site) + (SELECT count(*) FROM opening)";

constexpr std::string_view kStretches =
    "SELECT first_game, games, data FROM game_text ORDER BY first_game";
constexpr std::string_view kAddStretch =
    "INSERT INTO game_text (first_game, games, data) VALUES (?1, ?2, ?3)";

constexpr const char* kCopySegment = "INSERT INTO main.segment SELECT * FROM old.segment";
constexpr std::string_view kCopyBlocks =
    "INSERT INTO main.posting_block SELECT * FROM old.posting_block WHERE id BETWEEN ?1 AND ?2";
constexpr std::uint32_t kBlocksAtOnce = 64;

// Of so many postings is one step of the merge; a game costs as much as so many.
constexpr std::uint64_t kPostingsAtOnce = std::uint64_t{1} << 20;
constexpr std::uint64_t kPostingsPerGame = 20;

class Copy {
 public:
  Copy(const Database& from, std::unique_ptr<Database> to, const CompactionProgress& progress)
      : from_(from),
        to_(std::move(to)),
        progress_(progress),
        gone_(deleted_games(from)),
        segments_(read_segments(from.connection())) {
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
      games.bind(1, first).bind(2, first + kChunkGames - 1).run();
      advance(kChunkGames * kPostingsPerGame);
    }
    to.execute(kCopyRest);
    to.execute(gone_.size() == 0 ? kCopyAll : kCopyUsed);
    if (gone_.size() == 0) return;
    to.prepare(kKeepLastGame).bind(1, last).run();
    drop_facts(to, gone_);
  }

  void copy_texts() {
    const Connection& from = from_.connection();
    KeptTexts texts(from, gone_);
    GameTextWriter writer(to_->connection());
    Statement add = to_->connection().prepare(kAddStretch);
    Statement stretches = from.prepare(kStretches);
    while (stretches.step()) {
      const TextStretch stretch = stretch_at(from, stretches);
      if (!texts.loses_any(stretch)) {
        add.bind(1, number_of(stretch.first))
            .bind(2, stretch.games)
            .bind_blob(3, stretches.blob(2))
            .run();
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
      blocks.bind(1, block_row(segment, first)).bind(2, block_row(segment, last)).run();
      advance(segment.postings * (last + 1 - first) / end);
    }
  }

  const Database& from_;
  std::unique_ptr<Database> to_;
  const CompactionProgress& progress_;
  GameSet gone_;
  std::vector<Segment> segments_;
  std::uint64_t all_ = 0;
  std::uint64_t done_ = 0;
};

}  // namespace

TextStretch stretch_at(const Connection& connection, const Statement& row) {
  const TextStretch stretch{GameId{row.integer(0)}, row.integer(1)};
  check_number(connection, "the texts of game", number_of(stretch.first), max_game(connection));
  check_number(connection, "the count of texts", stretch.games, kMaxRecords);
  return stretch;
}

bool KeptTexts::loses_any(const TextStretch& stretch) const {
  for (std::int64_t i = 0; i < stretch.games; ++i) {
    if (gone_.contains(stretch.game(i))) return true;
  }
  return false;
}

std::span<const SealedText> KeptTexts::kept_of(const TextStretch& stretch) {
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

std::uint64_t KeptTexts::seal_of_row(GameId game) {
  if (!row_.bind(1, number_of(game)).step()) return 0;
  const std::uint64_t seal = seal_of({game, row_.text(0), row_.integer(1), row_.integer(2)});
  row_.reset();
  return seal;
}

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

void drop_facts(const Connection& connection, const GameSet& games) {
  ColumnWriter columns(connection);
  games.for_each([&](GameId game) {
    for (std::size_t i = 0; i < kGameColumns; ++i) columns.set(game, static_cast<GameColumn>(i), 0);
    columns.set(game, GameColumn::Flags, kDeleted);
    return true;
  });
  columns.finish();
}

CompactionResult copy_compacted(const Database& from, const std::string& path,
                                const CompactionProgress& progress) {
  auto to = Database::open(path, Access::Create);
  if (!to) throw IoError(path + ": " + to.error());
  return Copy(from, *std::move(to), progress).run();
}

}  // namespace arbiter::sqlite
