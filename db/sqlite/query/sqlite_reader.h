// What questions to an SQLite file read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "db/model/game_filter.h"
#include "db/model/game_set.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_reader.h"
#include "db/sqlite/games/names.h"
#include "db/sqlite/index/position_index.h"
#include "db/sqlite/query/row_scan.h"

namespace arbiter::sqlite {

// The columns, games and index of a file, each opened when it is first asked for.
class SqliteReader {
 public:
  // `database` stays the caller's. Rows are looked at on up to `jobs` threads.
  explicit SqliteReader(const Database& database, unsigned jobs = 1)
      : database_(database), jobs_(jobs) {}

  const Connection& connection() const { return database_.connection(); }
  unsigned jobs() const { return jobs_; }
  ColumnReader& columns();
  GameReader& games();
  PositionIndex& index();

  // Games that are not deleted and fit.
  GameSet select(const GameFilter& filter);
  // What the selections so far have read of rows and bitmaps.
  const RowCost& row_cost() const { return row_cost_; }
  // For each of `ids` the place of its name in alphabetical order; see name_order.h.
  std::vector<std::uint32_t> places_of_names(NameTable table, std::span<const std::uint32_t> ids);

  // Games were added or changed.
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
