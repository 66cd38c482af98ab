#include "db/parquet/table_writer.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "db/parquet/thrift_writer.h"

namespace arbiter {
namespace {

// The numbers of parquet.thrift.
constexpr std::string_view kMagic = "PAR1";
constexpr std::int32_t kVersion = 2;
constexpr std::int32_t kDataPage = 0;
constexpr std::int32_t kDictionaryPage = 2;
constexpr std::int32_t kZstandard = 6;
constexpr std::int32_t kRequired = 0;
constexpr std::int32_t kOptional = 1;

constexpr int kLevel = 3;

struct TypeNumbers {
  std::int32_t physical;   // INT32, INT64, BYTE_ARRAY
  std::int32_t converted;  // for readers of old; negative: none
};

constexpr TypeNumbers numbers_of(ColumnType type) {
  switch (type) {
    case ColumnType::Int32:
      return {1, -1};
    case ColumnType::Int64:
      return {2, -1};
    case ColumnType::UInt64:
      return {2, 14};
    case ColumnType::Date:
      return {1, 6};
    case ColumnType::Text:
      break;
  }
  return {6, 0};
}

void write_logical_type(ColumnType type, ThriftWriter& thrift) {
  constexpr int kLogicalType = 10;
  constexpr int kString = 1;
  constexpr int kDate = 6;
  constexpr int kInteger = 10;
  if (type == ColumnType::Int32 || type == ColumnType::Int64) return;
  thrift.begin_struct(kLogicalType);
  if (type == ColumnType::UInt64) {
    thrift.begin_struct(kInteger);
    thrift.byte(1, 64);
    thrift.boolean(2, false);
  } else {
    thrift.begin_struct(type == ColumnType::Text ? kString : kDate);
  }
  thrift.end();
  thrift.end();
}

void write_schema(const std::vector<ParquetColumn>& columns, ThriftWriter& thrift) {
  thrift.begin_structs(2, columns.size() + 1);
  thrift.begin_element();
  thrift.binary(4, "schema");
  thrift.i32(5, static_cast<std::int32_t>(columns.size()));
  thrift.end();
  for (const ParquetColumn& column : columns) {
    const TypeNumbers type = numbers_of(column.type);
    thrift.begin_element();
    thrift.i32(1, type.physical);
    thrift.i32(3, column.is_optional ? kOptional : kRequired);
    thrift.binary(4, column.name);
    if (type.converted >= 0) thrift.i32(6, type.converted);
    write_logical_type(column.type, thrift);
    thrift.end();
  }
}

std::string page_header(std::int32_t type, std::size_t size, std::size_t packed_size,
                        std::size_t values, ColumnEncoding encoding) {
  std::string bytes;
  ThriftWriter thrift(bytes);
  thrift.i32(1, type);
  thrift.i32(2, static_cast<std::int32_t>(size));
  thrift.i32(3, static_cast<std::int32_t>(packed_size));
  thrift.begin_struct(type == kDataPage ? 5 : 7);
  thrift.i32(1, static_cast<std::int32_t>(values));
  thrift.i32(2, static_cast<std::int32_t>(encoding));
  if (type == kDataPage) {
    thrift.i32(3, static_cast<std::int32_t>(ColumnEncoding::Rle));  // of what is missing
    thrift.i32(4,
               static_cast<std::int32_t>(ColumnEncoding::Rle));  // of repetitions, of which is none
  }
  thrift.end();
  thrift.end();
  return bytes;
}

}  // namespace

struct TableWriter::Chunk {
  ColumnEncoding encoding = ColumnEncoding::Plain;
  std::size_t rows = 0;
  std::size_t missing = 0;
  std::uint64_t begin = 0;      // in the file
  std::uint64_t data_page = 0;  // the same
  std::uint64_t size = 0;       // with headers, before it was packed
  std::uint64_t packed_size = 0;
  std::optional<std::string> least = {};
  std::optional<std::string> greatest = {};

  void write(const ParquetColumn& column, ThriftWriter& thrift) const;
};

struct TableWriter::Group {
  std::vector<Chunk> chunks;
  std::size_t rows = 0;
};

void TableWriter::Chunk::write(const ParquetColumn& column, ThriftWriter& thrift) const {
  const bool has_dictionary = encoding == ColumnEncoding::Dictionary;
  thrift.begin_element();
  thrift.i64(2, 0);
  thrift.begin_struct(3);
  thrift.i32(1, numbers_of(column.type).physical);
  std::vector<std::int32_t> encodings = {static_cast<std::int32_t>(encoding)};
  for (const ColumnEncoding other : {ColumnEncoding::Plain, ColumnEncoding::Rle}) {
    if (other != encoding) encodings.push_back(static_cast<std::int32_t>(other));
  }
  thrift.i32s(2, encodings);
  thrift.binaries(3, {column.name});
  thrift.i32(4, kZstandard);
  thrift.i64(5, static_cast<std::int64_t>(rows));
  thrift.i64(6, static_cast<std::int64_t>(size));
  thrift.i64(7, static_cast<std::int64_t>(packed_size));
  thrift.i64(9, static_cast<std::int64_t>(data_page));
  if (has_dictionary) thrift.i64(11, static_cast<std::int64_t>(begin));
  thrift.begin_struct(12);
  thrift.i64(3, static_cast<std::int64_t>(missing));
  if (greatest) thrift.binary(5, *greatest);
  if (least) thrift.binary(6, *least);
  thrift.end();
  thrift.end();
  thrift.end();
}

TableWriter::TableWriter(std::vector<ParquetColumn> columns, Sink sink)
    : columns_(std::move(columns)), sink_(std::move(sink)), packer_(ZSTD_createCCtx()) {
  if (packer_ == nullptr) throw std::bad_alloc();
  for (const ParquetColumn& column : columns_) values_.emplace_back(column);
  sink_(kMagic);
  written_ = kMagic.size();
}

TableWriter::~TableWriter() { ZSTD_freeCCtx(static_cast<ZSTD_CCtx*>(packer_)); }

void TableWriter::end_row() {
  constexpr std::size_t kLookEvery = 1024;
  ++rows_;
  bool is_full = rows_ == kRowsPerGroup;
  if (rows_ % kLookEvery == 0) {
    std::size_t bytes = 0;
    for (const ColumnValues& values : values_) bytes += values.bytes();
    is_full = is_full || bytes >= kBytesPerGroup;
  }
  if (is_full) write_group();
}

std::string_view TableWriter::packed(std::string_view bytes) {
  packed_.resize(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compressCCtx(static_cast<ZSTD_CCtx*>(packer_), packed_.data(),
                                             packed_.size(), bytes.data(), bytes.size(), kLevel);
  if (ZSTD_isError(size)) throw std::bad_alloc();  // the one thing that can be missing
  return std::string_view(packed_).substr(0, size);
}

void TableWriter::write_page(std::string_view header, std::string_view packed) {
  sink_(header);
  sink_(packed);
  written_ += header.size() + packed.size();
}

void TableWriter::write_column(const EncodedValues& encoded, Chunk& chunk) {
  chunk.encoding = encoded.encoding;
  chunk.rows = encoded.rows;
  chunk.missing = encoded.missing;
  chunk.least = encoded.least;
  chunk.greatest = encoded.greatest;
  chunk.begin = written_;
  const auto write = [&](std::int32_t type, std::string_view page, std::size_t values,
                         ColumnEncoding encoding) {
    const std::string_view bytes = packed(page);
    const std::string header = page_header(type, page.size(), bytes.size(), values, encoding);
    chunk.size += header.size() + page.size();
    write_page(header, bytes);
  };
  if (encoded.encoding == ColumnEncoding::Dictionary) {
    write(kDictionaryPage, encoded.dictionary, encoded.entries, ColumnEncoding::Plain);
  }
  chunk.data_page = written_;
  write(kDataPage, encoded.page, encoded.rows, encoded.encoding);
  chunk.packed_size = written_ - chunk.begin;
}

void TableWriter::write_group() {
  Group group;
  group.rows = rows_;
  for (ColumnValues& values : values_) {
    write_column(values.encoded(), group.chunks.emplace_back());
    values.clear();
  }
  groups_.push_back(std::move(group));
  rows_ = 0;
}

// FileMetaData.
std::string TableWriter::metadata() const {
  std::string bytes;
  ThriftWriter thrift(bytes);
  std::int64_t rows = 0;
  for (const Group& group : groups_) rows += static_cast<std::int64_t>(group.rows);
  thrift.i32(1, kVersion);
  write_schema(columns_, thrift);
  thrift.i64(3, rows);
  thrift.begin_structs(4, groups_.size());
  for (const Group& group : groups_) {
    std::int64_t size = 0;
    thrift.begin_element();
    thrift.begin_structs(1, group.chunks.size());
    for (std::size_t i = 0; i < group.chunks.size(); ++i) {
      group.chunks[i].write(columns_[i], thrift);
      size += static_cast<std::int64_t>(group.chunks[i].size);
    }
    thrift.i64(2, size);
    thrift.i64(3, static_cast<std::int64_t>(group.rows));
    thrift.end();
  }
  thrift.binary(6, "Arbiter");
  // Least and greatest values are those of the columns' types.
  thrift.begin_structs(7, columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    thrift.begin_element();
    thrift.begin_struct(1);
    thrift.end();
    thrift.end();
  }
  thrift.end();
  return bytes;
}

std::uint64_t TableWriter::finish() {
  if (rows_ > 0) write_group();
  const std::string bytes = metadata();
  std::array<char, 4> size;
  for (std::size_t i = 0; i < size.size(); ++i) {
    size[i] = static_cast<char>(bytes.size() >> (8 * i) & 0xFF);
  }
  sink_(bytes);
  sink_({size.data(), size.size()});
  sink_(kMagic);
  std::uint64_t rows = 0;
  for (const Group& group : groups_) rows += group.rows;
  return rows;
}

}  // namespace arbiter
