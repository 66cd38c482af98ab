// Readers of the parts of an SQLite file for queries, and tests of games that need more than
// columns.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/game_set.h"
#include "db/model/game_tests.h"
#include "db/sqlite/file/connection.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_store.h"
#include "db/sqlite/index/position_index.h"
#include "lib/patterns/pattern_plan.h"

namespace arbiter::sqlite {

// The cost of a scan.
struct RowCost {
  std::uint64_t bitmaps = 0;  // number of square bitmaps
  std::uint64_t walked = 0;   // number of games whose moves were replayed
};

struct RowSearch {
  const GameTest& test;
  const GameSet& among;
  unsigned jobs = 1;
};

// Returns the games of the search that pass its test. Reads their rows on up to `jobs` threads, if
// they are many and the file can be opened again. For a pattern, games without the necessary
// squares, material and tactics are skipped, and games with sufficient tactics are not replayed.
// Material takes about 40 ns per game with its index; without it, 0.5 us, as rounds do. Findings
// take 50 ns, tags about 1 us, and 5 us if their values are in columns (Event, White, ...).
GameSet games_passing(const Connection& connection, const RowSearch& search, RowCost& cost);

struct NeedSearch {
  GameSet games;              // games that may match
  GameSet sure = GameSet();   // those of them that match; empty if only a replay can decide
  std::uint64_t bitmaps = 0;  // number of bitmaps that were read
};

// Returns the games of `among` that meet the needs, and games that are not indexed. Takes about 10
// us per bitmap and chunk, and 500 us per material and chunk. Throws DamageError.
NeedSearch games_meeting(const Connection& connection, const GameNeeds& needs,
                         const GameSet& among);

class NamedIds;

// The games to be counted. If the filter names a player, results count from that player's side.
struct CountedGames {
  GameSet games;
  // Games in which the player has White; nothing if no player is named.
  std::optional<GameSet> with_white = {};

  bool is_swapped(GameId game) const { return with_white && !with_white->contains(game); }
};

// A reader of columns, games, index and names of a file, each of which is loaded on first use.
class SqliteReader {
 public:
  // Rows are read on up to `jobs` threads. `database` must outlive the reader.
  explicit SqliteReader(const Database& database, unsigned jobs = 1);
  ~SqliteReader();

  const Connection& connection() const { return database_.connection(); }
  unsigned jobs() const { return jobs_; }
  ColumnReader& columns();
  GameReader& games();
  PositionIndex& index();
  // Returns whether the index contains the positions after every half-move.
  bool indexes_all_plies() const;

  // Returns the matching games, except deleted ones. A test takes a few ms for a million games, and
  // a new name about 0.1 us for each name of its table. See games_passing() for tests that need
  // rows. If another process may write, the caller needs a ReadSnapshot.
  GameSet select(const GameFilter& filter);
  // Returns the matching games among `games`. For few games, it takes about 20 ns for each game and
  // column test. Precondition: none of the games is deleted.
  GameSet select_among(const GameSet& games, const GameFilter& filter);
  // Removes the hits of deleted games and of games that do not match. For few hits, it takes about
  // 20 ns for each hit and column test, regardless of the number of games in the file.
  void keep_matching(const GameFilter& filter, std::vector<Hit>& hits);
  // Returns the games of select(), and those of them in which the filter's player has White.
  CountedGames select_counted(const GameFilter& filter);
  // Returns the number of rows and bitmaps that all selections so far have read.
  const RowCost& row_cost() const { return row_cost_; }
  // Clears the caches. Must be called after games were added or changed.
  void forget();

 private:
  NamedIds& names_for(const GameFilter& filter);

  const Database& database_;
  unsigned jobs_;
  RowCost row_cost_;
  std::optional<ColumnReader> columns_;
  std::optional<GameReader> games_;
  std::optional<PositionIndex> index_;
  std::unique_ptr<NamedIds> names_;
};

}  // namespace arbiter::sqlite
