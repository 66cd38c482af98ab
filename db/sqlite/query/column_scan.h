// Filters that the columns of all games answer.
#pragma once

#include <array>
#include <cstdint>

#include "db/model/game_filter.h"
#include "db/model/game_set.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/query/named_ids.h"

namespace arbiter::sqlite {

// A test costs some ns a game. Reads no rows.
class ColumnScan {
 public:
  // Whether every test of the filter looks at a column.
  static bool answers(const GameFilter& filter);

  // Both must outlive this; `names` knows the filters that are asked for.
  ColumnScan(ColumnReader& columns, const NamedIds& names) : columns_(columns), names_(names) {}

  // The games that fit and are not deleted.
  GameSet games(const GameFilter& filter);

 private:
  // For each game of a chunk, 1 as long as it is meant.
  using Kept = std::array<std::uint8_t, kChunkGames>;

  void keep(const GameFilter& filter, std::int64_t chunk, Kept& kept);
  void keep_any(const GameFilter& filter, std::int64_t chunk, Kept& kept);
  void keep_others(const GameFilter& filter, std::int64_t chunk, Kept& kept);
  void keep_tested(const GameTest& test, std::int64_t chunk, Kept& kept);
  void keep_codes(const EcoTest& test, const NameIds& played, std::int64_t chunk, Kept& kept);
  void keep_numbers(const NumberTest& test, std::int64_t chunk, Kept& kept);
  void keep_present(std::int64_t chunk, Kept& kept);

  ColumnReader& columns_;
  const NamedIds& names_;
};

}  // namespace arbiter::sqlite
