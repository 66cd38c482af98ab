// The interface of a game store, with its queries and their results. Commands and the importer use
// only this interface; open_storage.h opens stores.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/game_draft.h"
#include "db/model/game_filter.h"
#include "db/model/game_statistics.h"
#include "db/model/ids.h"
#include "db/model/opening_tree.h"
#include "db/model/position_query.h"
#include "db/model/source.h"
#include "db/model/stored_game.h"
#include "lib/base/result.h"

namespace arbiter {

// The keys by which games can be sorted.
enum class SortKey : std::uint8_t {
  Id,
  Date,
  Elo,  // mean of the known ratings of a game
  WhiteElo,
  BlackElo,
  White,  // names are compared in folded form
  Black,
  Event,
  Site,
  Eco,
  Plies,
  Result,
  Ply,    // ply of the queried position
  Round,  // by RoundTest::order()
};

enum class SortDirection : std::uint8_t { Ascending, Descending };

// A sort key and its direction. Unknown values come last in both directions.
struct SortOrder {
  SortKey key = SortKey::Id;
  SortDirection direction = SortDirection::Ascending;
};

struct FindQuery {
  GameFilter filter = {};
  std::optional<PositionQuery> position = {};  // must occur in the game
  std::vector<SortOrder> order = {};        // by descending priority; equal games are sorted by id
  std::uint64_t offset = 0;                 // number of games to skip
  std::optional<std::uint64_t> limit = {};  // maximum number of games
};

struct FoundGame {
  GameId id{};
  std::optional<std::uint16_t> ply;  // number of half-moves before the queried position
};

// The cost of a query.
struct FindCost {
  double filter_seconds = 0;
  double position_seconds = 0;
  double sort_seconds = 0;
  double verify_seconds = 0;
  std::uint64_t verified = 0;  // number of games replayed to the position
  std::uint64_t bitmaps = 0;   // number of square bitmaps read for patterns
  std::uint64_t walked = 0;    // number of games whose moves were read for filters

  double seconds() const {
    return filter_seconds + position_seconds + sort_seconds + verify_seconds;
  }
};

struct FoundGames {
  std::uint64_t total = 0;   // number of matching games
  std::uint64_t listed = 0;  // number of games from the offset to the limit
  // The listed games. Storage::stream() may omit them if all games of a store are listed.
  std::vector<FoundGame> games = {};
  FindCost cost = {};
};

// A timer that adds its lifetime, in seconds, to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// The part of a store that has a problem.
enum class IntegrityPart : std::uint8_t {
  File,      // SQLite's internal structures
  Names,     // players, events and sites of games
  Games,     // rows: illegal moves, impossible values
  Texts,     // tags and movetext of games
  Columns,   // `fact` compared with the rows, and folded names
  Findings,  // findings of unknown games or kinds
  Index,     // postings compared with the replayed games
  Sums,      // stored sums compared with the postings
};
inline constexpr std::size_t kIntegrityParts = 8;

// Returns the name of a part, such as "file" or "names".
constexpr std::string_view to_string(IntegrityPart part) {
  constexpr std::string_view kNames[kIntegrityParts] = {"file",    "names",    "games", "texts",
                                                        "columns", "findings", "index", "sums"};
  return kNames[static_cast<std::size_t>(part)];
}

// Returns whether `arbiter compact --rebuild` rebuilds the part from the games.
constexpr bool is_derived(IntegrityPart part) {
  return part == IntegrityPart::Columns || part == IntegrityPart::Index ||
         part == IntegrityPart::Sums;
}

struct IntegrityFault {
  IntegrityPart part{};
  std::optional<GameId> game;
  std::string what;  // a sentence without a full stop
};

class IntegrityListener {
 public:
  IntegrityListener() = default;
  IntegrityListener(const IntegrityListener&) = delete;
  IntegrityListener& operator=(const IntegrityListener&) = delete;
  virtual ~IntegrityListener() = default;

  virtual void on_fault(const IntegrityFault& fault) = 0;
  // Called with the number of checked rows of `game`.
  virtual void on_progress(std::uint64_t games) = 0;
};

// The extent of SQLite's integrity check. Quick omits the comparison of indexes with tables.
enum class FileCheck : std::uint8_t { Full, Quick };

// The treatment of tables, views and indexes of other programs.
enum class ForeignCheck : std::uint8_t { Report, Ignore };

struct IntegrityOptions {
  FileCheck file = FileCheck::Full;
  ForeignCheck foreign = ForeignCheck::Report;
  std::string fault_at_opening = {};  // a page with a wrong checksum, or empty
  unsigned jobs = 1;
};

// The number of items that were checked.
struct IntegrityTotals {
  std::uint64_t pages = 0;
  std::uint64_t games = 0;    // games that are not deleted
  std::uint64_t deleted = 0;  // deleted games that still have rows
  std::uint64_t plies = 0;    // replayed half-moves
  std::uint64_t names = 0;
  std::uint64_t texts = 0;
  std::uint64_t findings = 0;
  std::uint64_t segments = 0;
  std::uint64_t batches = 0;  // batches of a cluster
  std::uint64_t postings = 0;
  std::uint64_t sums = 0;                    // number of positions with stored sums
  std::optional<std::uint32_t> index_plies;  // maximum ply of the index, if limited
  std::uint64_t own_objects = 0;             // user tables, views and so on, which are not checked
  std::uint64_t faults = 0;
  // If page checksums mismatch: the number of problems found by reading these pages anyway.
  std::optional<std::uint64_t> faults_inside;
};

// An amount of data that was read: a count and its unit.
struct ReadCount {
  // The unit in the singular: "byte" (of an index), "file byte" (of the whole file), or another
  // unit of a store.
  std::string_view unit;
  std::uint64_t count = 0;
};

// A query to a shard, and its cost.
struct ShardQuery {
  std::string shard;  // such as "shard 1 (127.0.0.1:8123)"
  std::string text;   // SQL
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;
};

struct ReplacedSource {
  SourceId source{};            // the source whose games are compared with the new ones
  std::vector<SourceId> older;  // the sources whose games are all removed
  SourceFile file;              // current state of the file
};

struct Replaced {
  std::uint64_t kept = 0;  // number of unchanged games, which keep their ids
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
};

// Replaces the games of a source in one transaction, which finish() commits. Until then, no other
// program can write, and the storage must not be used for anything except the replacement.
class SourceReplacement {
 public:
  SourceReplacement() = default;
  SourceReplacement(const SourceReplacement&) = delete;
  SourceReplacement& operator=(const SourceReplacement&) = delete;
  virtual ~SourceReplacement() = default;

  // Adds the next games of the source, up to `mark`. Removes games that the store already has from
  // the batch.
  virtual void add(DraftBatch& batch, const SourceMark& mark) = 0;

  // Deletes the old games that were not added again, and commits the transaction.
  virtual Replaced finish() = 0;
};

// Sets whether erase() may delete more than half of the games.
enum class EraseLimit : std::uint8_t { None, HalfOfAll };

struct Erasure {
  std::uint64_t matching = 0;  // number of matching games
  // Number of deleted games: all matching ones, or 0 because of the limit.
  std::uint64_t erased = 0;
  std::uint64_t left = 0;  // the number of remaining games
};

// The games to delete, without duplicates.
struct ChosenGames {
  std::vector<GameId> games;
  std::vector<GameId> kept = {};  // the copies of `games` that are kept
};

// A store of games with ascending ids from 1. Queries never return deleted games, and ids are never
// reused. All queries to a store opened for reading see the same snapshot. All functions throw
// IoError if the store fails.
class Storage {
 public:
  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  virtual ~Storage() = default;

  // Returns the ids of the matching games. Listed games were replayed to the position. The total
  // may include games with a different position whose 48-bit key collides, if the next move is
  // legal in both. This happens once in millions of queries. Positions beyond index_plies() are not
  // found.
  virtual FoundGames games(const FindQuery& query) = 0;

  // Returns the number of matching games. Ignores order, offset and limit.
  std::uint64_t count(const FindQuery& query) {
    return games({.filter = query.filter, .position = query.position, .limit = 0}).total;
  }

  // Returns the number of matching games for each position.
  virtual std::vector<std::uint64_t> counts_at(const GameFilter& filter,
                                               std::span<const PositionQuery> positions) {
    std::vector<std::uint64_t> counts;
    for (const PositionQuery& position : positions) {
      counts.push_back(count({.filter = filter, .position = position}));
    }
    return counts;
  }

  // Passes the games of games() with all their fields to `stream`, in order.
  virtual FoundGames stream(const FindQuery& query, const GameStream& stream) = 0;

  // Returns the moves played in a position, with their results. Exact if the games are few;
  // otherwise key collisions are only recognized by illegal moves, which are omitted.
  virtual TreeNode tree(const TreeQuery& query) = 0;

  // Returns counts of the matching games. If the filter names a player (white_is_player), all
  // counts by result are from that player's side, including those of groups() and tree().
  virtual Totals totals(const GameFilter& filter) = 0;
  // Returns the matching games in groups. Years, codes, ratings and lengths are in ascending order.
  // Other groups are sorted by the number of games, and then by name. The group of unknown values
  // comes last. With GroupBy::Player a game counts for both players.
  virtual std::vector<StatisticsRow> groups(const GameFilter& filter, GroupBy by) = 0;
  // Like groups(), but may omit players, events and sites that are not among the `limit`
  // largest ones.
  virtual std::vector<StatisticsRow> largest_groups(const GameFilter& filter, GroupBy by,
                                                    std::uint64_t /*limit*/) {
    return groups(filter, by);
  }

  // Returns the counts of the matching games that meet each condition, from the side of the
  // filter's player. Precondition: the filter names a player.
  virtual std::vector<GameCount> counts(const GameFilter& filter,
                                        std::span<const GameFilter> conditions) {
    std::vector<GameCount> counts;
    for (const GameFilter& condition : conditions) {
      GameCount& count = counts.emplace_back();
      for (const StatisticsRow& group : groups(all_of({filter, condition}), GroupBy::Result)) {
        count += group.count;
      }
    }
    return counts;
  }

  // Returns the accepted player names, sorted, one for each person. They may include players of
  // deleted games. Reads all player names.
  using AcceptsName = std::function<bool(std::string_view folded)>;
  virtual std::vector<std::string> players(const AcceptsName& accepts) = 0;

  // Returns the amount of data read by all queries so far.
  virtual std::vector<ReadCount> reads() = 0;
  // Returns the queries that were sent to the servers of a cluster.
  virtual std::vector<ShardQuery> queries() { return {}; }
  // Returns a message for each shard that does not respond. Queries omit its games if the store was
  // opened with StorageOptions::is_partial.
  virtual std::vector<std::string> unavailable_shards() { return {}; }

  // Returns the maximum ply of indexed positions, if it is limited.
  virtual std::optional<std::uint32_t> index_plies() = 0;

  // Returns the source files by name.
  virtual SourceRecords sources() = 0;
  // Returns all sources with their contents, in ascending order of their ids.
  virtual std::vector<SourceContents> source_contents() = 0;
  // Adds a file that was not read before.
  virtual SourceId add_source(const SourceFile& file) = 0;
  // Updates a source whose file has changed on disk.
  virtual void reopen_source(SourceId source, const SourceFile& file) = 0;

  // Adds a batch with its marks in one transaction. The batch may be empty; its games come from the
  // sources of `marks`, in that order. Skips games before the stored mark of their source, so that
  // appending a batch twice is harmless. Returns the id of the first new game.
  virtual GameId append(DraftBatch& batch, std::span<const SourceMark> marks) = 0;

  // Starts to replace the games of a source that is read again from its start.
  virtual std::unique_ptr<SourceReplacement> replace(const ReplacedSource& replaced) = 0;

  // Completes an import by creating structures that are cheaper to create in one pass.
  virtual void finish_import() {}

  // Returns for each game of the batch whether the store or an earlier game of the batch is a
  // duplicate (game_record.h).
  virtual std::vector<bool> find_duplicates(const DraftBatch& batch) = 0;

  // Deletes the matching games, unless they exceed the limit.
  virtual Erasure erase(const GameFilter& filter, EraseLimit limit) = 0;
  // Deletes `games` if the store has all of these and all of `kept`. Otherwise deletes nothing and
  // returns false.
  virtual bool erase(const ChosenGames& chosen) = 0;
  // Deletes all games of these sources, which can then be imported again.
  virtual Erasure forget(std::span<const SourceId> sources, EraseLimit limit) = 0;

  // Checks the integrity of the store, and reports every problem.
  virtual IntegrityTotals check(const IntegrityOptions& options, IntegrityListener& listener) = 0;
};

// A game, and its position in its source.
struct PlacedGame {
  SourceId source{};
  std::uint64_t offset = 0;
  GameId game{};
};

// A snapshot of a database for imports. All functions throw IoError if the database fails, and
// DamageError if it is damaged.
class GameArchive {
 public:
  GameArchive() = default;
  GameArchive(const GameArchive&) = delete;
  GameArchive& operator=(const GameArchive&) = delete;
  virtual ~GameArchive() = default;

  // Returns the name for messages.
  virtual const std::string& name() const = 0;

  // Returns the source files in ascending order of their ids.
  virtual std::vector<SourceRecord> sources() = 0;

  // Returns all games that are not deleted, sorted by source and position.
  virtual std::vector<PlacedGame> places() = 0;

  // Appends the game to the batch, with its findings, but without postings and moves hash. Returns
  // false if the game was deleted meanwhile. Fast in the order of places().
  virtual bool add(GameId game, DraftBatch& batch) = 0;
};

// Functions that recognize and open databases of any kind. Null by default.
struct DatabaseOpener {
  bool (*is_database)(const std::string& name) = nullptr;
  // Opens a database for reading.
  Result<std::unique_ptr<GameArchive>> (*open)(const std::string& name) = nullptr;
};

}  // namespace arbiter
