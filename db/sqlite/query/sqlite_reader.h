// The parts of an SQLite file that queries read.
// Tests of games that need more than columns.
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
#include "db/sqlite/games/game_reader.h"
#include "db/sqlite/index/position_index.h"
#include "lib/patterns/pattern_plan.h"

namespace arbiter::sqlite {

// The cost of a scan.
struct RowCost {
  std::uint64_t bitmaps = 0;  // of squares
  std::uint64_t walked = 0;   // games whose moves were replayed
};

struct RowSearch {
  const GameTest& test;
  const GameSet& among;
  unsigned jobs = 1;
};

// Returns the games among these that pass the test. Reads their rows on up to `jobs` threads, if
// there are many and the file can be opened again. For a pattern, games without the necessary
// squares and material are skipped. Material takes about 40 ns per game with its index, without it
// 0.5 us, like rounds. Findings take 50 ns, tags about 1 us, and 5 us if their values are in
// columns (Event, White, ...).
GameSet games_passing(const Connection& connection, const RowSearch& search, RowCost& cost);

struct NeedSearch {
  GameSet games;              // the games that may match
  std::uint64_t bitmaps = 0;  // bitmaps that were read
};

// Returns the games of `among` that meet the needs, and those beyond the indexes. About 10 us a
// bitmap and chunk, 500 us a material and chunk. Throws DamageError.
NeedSearch games_meeting(const Connection& connection, const GameNeeds& needs,
                         const GameSet& among);

class NamedIds;

// Games to be counted. If their filter names a player, they count from his side.
struct CountedGames {
  GameSet games;
  std::optional<GameSet> with_white = {};  // the player has White; nothing: no player

  bool is_swapped(GameId game) const { return with_white && !with_white->contains(game); }
};

// The columns, games, index and names of a file, each read on its first use.
class SqliteReader {
 public:
  // `database` must outlive this. Rows are read on up to `jobs` threads.
  explicit SqliteReader(const Database& database, unsigned jobs = 1);
  ~SqliteReader();

  const Connection& connection() const { return database_.connection(); }
  unsigned jobs() const { return jobs_; }
  ColumnReader& columns();
  GameReader& games();
  PositionIndex& index();
  // Returns whether the index has the positions after every half-move.
  bool indexes_all_plies() const;

  // Returns the matching games that are not deleted. A test costs a few ms for a million games, a
  // new name about 0.1 us for each name of its table. See games_passing() for tests that need rows.
  // The caller has a ReadSnapshot if another process may write.
  GameSet select(const GameFilter& filter);
  // Returns the matching ones of `games`, none of which is deleted. For few games, about 20 ns for
  // each game and column test.
  GameSet select_among(const GameSet& games, const GameFilter& filter);
  // Removes the hits of deleted games and of games that do not match. For few hits, about 20 ns for
  // each hit and column test, however many games the file has.
  void keep_matching(const GameFilter& filter, std::vector<Hit>& hits);
  // Returns the same games, and those of them in which the player of the filter has White.
  CountedGames select_counted(const GameFilter& filter);
  // The rows and bitmaps that all selections so far have read.
  const RowCost& row_cost() const { return row_cost_; }
  // Must be called after games were added or changed.
  void forget();

 private:
  const NamedIds& names_for(const GameFilter& filter);

  const Database& database_;
  unsigned jobs_;
  RowCost row_cost_;
  std::optional<ColumnReader> columns_;
  std::optional<GameReader> games_;
  std::optional<PositionIndex> index_;
  std::unique_ptr<NamedIds> names_;
};

}  // namespace arbiter::sqlite
