// A table as a Parquet file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "db/parquet/column.h"

namespace arbiter {

// Writes Apache Parquet 2.x, flat columns without repetition. Each column of a row group is a
// dictionary page where it has a dictionary, and one data page (version 1), both packed with
// Zstandard; with statistics, by which readers skip row groups. In memory is one row group.
class TableWriter {
 public:
  // Rows of a group: what DuckDB reads at once. A group of long texts has fewer.
  static constexpr std::size_t kRowsPerGroup = 122'880;
  static constexpr std::size_t kBytesPerGroup = std::size_t{64} << 20;

  using Sink = std::function<void(std::string_view bytes)>;

  // `sink` gets the file in order, and may throw.
  TableWriter(std::vector<ParquetColumn> columns, Sink sink);
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;
  ~TableWriter();

  // The value of the next row, to be given for each column before end_row().
  ColumnValues& operator[](std::size_t column) { return values_[column]; }
  void end_row();

  // To be called once, after the last row. Returns how many there are.
  std::uint64_t finish();

 private:
  struct Chunk;  // a column of a row group
  struct Group;

  void write_group();
  void write_column(const EncodedValues& encoded, Chunk& chunk);
  void write_page(std::string_view header, std::string_view packed);
  std::string_view packed(std::string_view bytes);
  std::string metadata() const;

  std::vector<ParquetColumn> columns_;
  Sink sink_;
  std::vector<ColumnValues> values_;
  std::vector<Group> groups_;
  std::size_t rows_ = 0;       // in the group that is open
  std::uint64_t written_ = 0;  // bytes
  void* packer_;               // of zstd's
  std::string packed_;
};

}  // namespace arbiter
