// The positions of a store's games as a table sorted by key.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "db/model/find_query.h"
#include "db/model/storage.h"
#include "db/parquet/column.h"
#include "db/parquet/table_writer.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// key, game, ply, move, result, white_elo, black_elo, year: see tools/docs/parquet.md.
std::vector<ParquetColumn> position_columns();

// Every position of the main lines, once a game, where it stood first. They wait in a file without
// a name, 16 bytes each, divided by the first byte of their keys; in memory are 16 bytes a game and
// the positions of one such byte.
class PositionsTable {
 public:
  static constexpr unsigned kMostPartitions = 256;

  // `on_progress` is told how many games are read, of how many.
  PositionsTable(
      Storage& storage, const FindQuery& query, unsigned jobs,
      const std::function<void(std::uint64_t done, std::uint64_t all)>& on_progress = {});

  // Writes one of `partitions` tables, each with the keys of its part of all 64-bit numbers, by
  // rising key and game. Returns the number of rows. Preconditions: `partitions` is a power of two,
  // at most kMostPartitions; `index` is below it.
  std::uint64_t write(unsigned index, unsigned partitions, TableWriter::Sink sink);

  std::uint64_t games() const { return facts_.size(); }

 private:
  struct Row;
  struct Facts {
    std::int64_t id;
    std::uint16_t white_elo;  // 0: not known, as below
    std::uint16_t black_elo;
    std::uint16_t year;
    std::uint8_t result;
  };
  struct Piece {
    std::uint64_t offset;
    std::size_t size;
  };
  struct Bucket {
    std::string waiting;
    std::vector<Piece> pieces;
  };

  void put(const Row& row);
  void put_aside(Bucket& bucket);
  std::vector<Row> rows_of(Bucket& bucket);
  void add_row(const Row& row, TableWriter& table);
  const std::string& text_of(std::uint16_t move);

  std::vector<Facts> facts_;
  std::array<Bucket, kMostPartitions> buckets_;
  Spool spool_;
  std::vector<std::string> texts_;  // of moves, by their bits
};

}  // namespace arbiter
