// Writes a table as a Parquet file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "db/parquet/column.h"

namespace arbiter {

// Appends one structure to `bytes`. The fields of a structure are ascending.
class ThriftWriter {
 public:
  explicit ThriftWriter(std::string& bytes) : bytes_(bytes) {}

  void boolean(int field, bool value);
  void byte(int field, std::int8_t value);
  void i32(int field, std::int64_t value);
  void i64(int field, std::int64_t value);
  void binary(int field, std::string_view value);

  // Starts the structure of a field, up to the matching end().
  void begin_struct(int field);
  void end();

  // Starts a list of structures, each from begin_element() to end().
  void begin_structs(int field, std::size_t count);
  void begin_element();
  void i32s(int field, const std::vector<std::int32_t>& values);
  void binaries(int field, const std::vector<std::string_view>& values);

 private:
  void head(int field, std::uint8_t type);
  void list_head(int field, std::uint8_t type, std::size_t count);

  std::string& bytes_;
  int last_field_ = 0;
  std::vector<int> outer_;  // the last fields of the outer structures
};

// Writes Apache Parquet 2.x: columns of values and of lists. A column of a row group has one data
// page (version 1), after a dictionary page if it has a dictionary. Pages are compressed with
// Zstandard. Readers can skip row groups by their statistics. One row group is in memory.
class TableWriter {
 public:
  // The rows of a group: those that DuckDB reads at once. A group with long texts has fewer.
  static constexpr std::size_t kRowsPerGroup = 122'880;
  static constexpr std::size_t kBytesPerGroup = std::size_t{64} << 20;

  using Sink = std::function<void(std::string_view bytes)>;

  // `sink` receives the file in order, and may throw.
  TableWriter(std::vector<ParquetColumn> columns, Sink sink);
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;
  ~TableWriter();

  // The values of a column. Each column gets one value or list before end_row().
  ColumnValues& operator[](std::size_t column) { return values_[column]; }
  void end_row();

  // Called once after the last row. Returns the number of rows.
  std::uint64_t finish();

 private:
  struct Chunk;  // a column of a row group
  struct Group;

  void write_group();
  void write_column(EncodedValues encoded, Chunk& chunk);
  std::string_view packed(std::string_view bytes);
  std::string metadata() const;

  std::vector<ParquetColumn> columns_;
  Sink sink_;
  std::vector<ColumnValues> values_;
  std::vector<Group> groups_;
  std::size_t rows_ = 0;  // of the current group
  std::uint64_t written_rows_ = 0;
  std::uint64_t written_ = 0;  // bytes
  void* packer_;               // a ZSTD_CCtx
  std::string packed_;
};

}  // namespace arbiter
