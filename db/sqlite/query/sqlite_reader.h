// The parts of an SQLite file that queries read.
#pragma once

#include <optional>

#include "db/model/game_filter.h"
#include "db/model/game_set.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_reader.h"
#include "db/sqlite/index/position_index.h"
#include "db/sqlite/query/row_scan.h"

namespace arbiter::sqlite {

// The columns, games and index of a file, each opened on its first use.
class SqliteReader {
 public:
  // `database` must outlive this. Rows are read on up to `jobs` threads.
  explicit SqliteReader(const Database& database, unsigned jobs = 1)
      : database_(database), jobs_(jobs) {}

  const Connection& connection() const { return database_.connection(); }
  unsigned jobs() const { return jobs_; }
  ColumnReader& columns();
  GameReader& games();
  PositionIndex& index();

  // Returns the matching games that are not deleted. A test costs a few ms for a million games, a
  // name about 0.1 us for each name of its table. See games_passing() for tests that need rows. The
  // caller has a ReadSnapshot if another process may write.
  GameSet select(const GameFilter& filter);
  // The rows and bitmaps that all selections so far have read.
  const RowCost& row_cost() const { return row_cost_; }
  // Must be called after games were added or changed.
  void forget();

 private:
  const Database& database_;
  unsigned jobs_;
  RowCost row_cost_;
  std::optional<ColumnReader> columns_;
  std::optional<GameReader> games_;
  std::optional<PositionIndex> index_;
};

}  // namespace arbiter::sqlite
