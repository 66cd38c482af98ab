// The games of a store as a table.
#pragma once

#include <cstdint>
#include <vector>

#include "db/model/find_query.h"
#include "db/model/storage.h"
#include "db/parquet/column.h"
#include "db/parquet/table_writer.h"

namespace arbiter {

// id, white, black, white_elo, black_elo, event, site, round, date, year, day, result, ending, eco,
// opening, plies, start, moves, source: see tools/docs/parquet.md.
std::vector<ParquetColumn> game_columns();

struct GamesTable {
  FindQuery query = {};
  unsigned jobs = 1;  // threads that read games and make the text of their moves
  // Told how many games are written, of how many.
  std::function<void(std::uint64_t done, std::uint64_t all)> on_progress = {};
};

// Writes the games in the order of the query; returns how many. Throws IoError where the store is
// damaged, and what `sink` throws.
std::uint64_t write_games(Storage& storage, const GamesTable& order, TableWriter::Sink sink);

}  // namespace arbiter
