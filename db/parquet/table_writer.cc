#include "db/parquet/table_writer.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "db/model/leb128.h"
#include "lib/base/version.h"

namespace arbiter {
namespace {

constexpr std::uint8_t kTrue = 1;
constexpr std::uint8_t kFalse = 2;
constexpr std::uint8_t kByte = 3;
constexpr std::uint8_t kI32 = 5;
constexpr std::uint8_t kI64 = 6;
constexpr std::uint8_t kBinary = 8;
constexpr std::uint8_t kArray = 9;
constexpr std::uint8_t kStruct = 12;

constexpr int kMaxShortStep = 15;
constexpr std::size_t kFirstLongList = 15;

// Constants of parquet.thrift.
constexpr std::string_view kMagic = "PAR1";
constexpr std::int32_t kFormatVersion = 2;
constexpr std::int32_t kDataPage = 0;
constexpr std::int32_t kDictionaryPage = 2;
constexpr std::int32_t kZstandard = 6;
constexpr std::int32_t kRequiredRepetition = 0;
constexpr std::int32_t kOptionalRepetition = 1;
constexpr std::int32_t kRepeated = 2;
constexpr std::int32_t kListType = 3;

// The fields of a schema element.
constexpr int kType = 1;
constexpr int kRepetition = 3;
constexpr int kName = 4;
constexpr int kChildren = 5;
constexpr int kConvertedType = 6;
constexpr int kLogicalType = 10;

// The names of the elements inside a list.
constexpr std::string_view kList = "list";
constexpr std::string_view kElement = "element";

constexpr int kLevel = 3;

struct TypeNumbers {
  std::int32_t physical;   // one of INT32, INT64, DOUBLE, BYTE_ARRAY
  std::int32_t converted;  // type for old readers; negative if there is none
};

constexpr TypeNumbers numbers_of(ColumnType type) {
  switch (type) {
    case ColumnType::Int16:
      return {1, 16};
    case ColumnType::Int32:
      return {1, -1};
    case ColumnType::Int64:
      return {2, -1};
    case ColumnType::UInt64:
      return {2, 14};
    case ColumnType::Double:
      return {5, -1};
    case ColumnType::Date:
      return {1, 6};
    case ColumnType::Time:
      return {1, 7};
    case ColumnType::Text:
      break;
  }
  return {6, 0};
}

void write_integer(std::int8_t bits, bool is_signed, ThriftWriter& thrift) {
  constexpr int kInteger = 10;
  thrift.begin_struct(kInteger);
  thrift.byte(1, bits);
  thrift.boolean(2, is_signed);
  thrift.end();
}

// Writes a field without members.
void write_empty(int field, ThriftWriter& thrift) {
  thrift.begin_struct(field);
  thrift.end();
}

void write_time(ThriftWriter& thrift) {
  constexpr int kTime = 7;
  constexpr int kMilliseconds = 1;
  thrift.begin_struct(kTime);
  thrift.boolean(1, true);
  thrift.begin_struct(2);
  write_empty(kMilliseconds, thrift);
  thrift.end();
  thrift.end();
}

void write_logical_type(ColumnType type, ThriftWriter& thrift) {
  constexpr int kString = 1;
  constexpr int kDate = 6;
  if (numbers_of(type).converted < 0) return;
  thrift.begin_struct(kLogicalType);
  if (type == ColumnType::UInt64) write_integer(64, false, thrift);
  if (type == ColumnType::Int16) write_integer(16, true, thrift);
  if (type == ColumnType::Date) write_empty(kDate, thrift);
  if (type == ColumnType::Time) write_time(thrift);
  if (type == ColumnType::Text) write_empty(kString, thrift);
  thrift.end();
}

// Writes the schema elements around the values of a list.
void write_list(const ParquetColumn& column, ThriftWriter& thrift) {
  thrift.begin_element();
  thrift.i32(kRepetition, kOptionalRepetition);
  thrift.binary(kName, column.name);
  thrift.i32(kChildren, 1);
  thrift.i32(kConvertedType, kListType);
  thrift.begin_struct(kLogicalType);
  write_empty(kListType, thrift);
  thrift.end();
  thrift.end();
  thrift.begin_element();
  thrift.i32(kRepetition, kRepeated);
  thrift.binary(kName, kList);
  thrift.i32(kChildren, 1);
  thrift.end();
}

void write_schema(const std::vector<ParquetColumn>& columns, ThriftWriter& thrift) {
  const auto lists =
      static_cast<std::size_t>(std::ranges::count(columns, true, &ParquetColumn::is_list));
  thrift.begin_structs(2, 1 + columns.size() + 2 * lists);
  thrift.begin_element();
  thrift.binary(kName, "schema");
  thrift.i32(kChildren, columns.size());
  thrift.end();
  for (const ParquetColumn& column : columns) {
    const TypeNumbers type = numbers_of(column.type);
    if (column.is_list) write_list(column, thrift);
    thrift.begin_element();
    thrift.i32(kType, type.physical);
    thrift.i32(kRepetition, column.has_levels() ? kOptionalRepetition : kRequiredRepetition);
    thrift.binary(kName, column.is_list ? kElement : std::string_view(column.name));
    if (type.converted >= 0) thrift.i32(kConvertedType, type.converted);
    write_logical_type(column.type, thrift);
    thrift.end();
  }
}

std::vector<std::string_view> path_of(const ParquetColumn& column) {
  if (column.is_list) return {column.name, kList, kElement};
  return {column.name};
}

std::string page_header(std::int32_t type, std::size_t size, std::size_t packed_size,
                        std::size_t values, ColumnEncoding encoding) {
  std::string bytes;
  ThriftWriter thrift(bytes);
  thrift.i32(1, type);
  thrift.i32(2, size);
  thrift.i32(3, packed_size);
  thrift.begin_struct(type == kDataPage ? 5 : 7);
  thrift.i32(1, values);
  thrift.i32(2, static_cast<std::int32_t>(encoding));
  if (type == kDataPage) {
    // Encodings of definition and repetition levels.
    thrift.i32(3, static_cast<std::int32_t>(ColumnEncoding::Rle));
    thrift.i32(4, static_cast<std::int32_t>(ColumnEncoding::Rle));
  }
  thrift.end();
  thrift.end();
  return bytes;
}

}  // namespace

// Writes the field number, as the difference from the previous number if it is small.
void ThriftWriter::head(int field, std::uint8_t type) {
  const int step = field - last_field_;
  if (step > 0 && step <= kMaxShortStep) {
    bytes_ += static_cast<char>(step << 4 | type);
  } else {
    bytes_ += static_cast<char>(type);
    append_zigzag(field, bytes_);
  }
  last_field_ = field;
}

void ThriftWriter::boolean(int field, bool value) { head(field, value ? kTrue : kFalse); }

void ThriftWriter::byte(int field, std::int8_t value) {
  head(field, kByte);
  bytes_ += static_cast<char>(value);
}

void ThriftWriter::i32(int field, std::int64_t value) {
  head(field, kI32);
  append_zigzag(value, bytes_);
}

void ThriftWriter::i64(int field, std::int64_t value) {
  head(field, kI64);
  append_zigzag(value, bytes_);
}

void ThriftWriter::binary(int field, std::string_view value) {
  head(field, kBinary);
  append_leb128(value.size(), bytes_);
  bytes_ += value;
}

void ThriftWriter::begin_struct(int field) {
  head(field, kStruct);
  begin_element();
}

void ThriftWriter::begin_element() {
  outer_.push_back(last_field_);
  last_field_ = 0;
}

void ThriftWriter::end() {
  bytes_ += '\0';
  if (outer_.empty()) return;
  last_field_ = outer_.back();
  outer_.pop_back();
}

void ThriftWriter::list_head(int field, std::uint8_t type, std::size_t count) {
  head(field, kArray);
  if (count < kFirstLongList) {
    bytes_ += static_cast<char>(count << 4 | type);
  } else {
    bytes_ += static_cast<char>(0xF0 | type);
    append_leb128(count, bytes_);
  }
}

void ThriftWriter::begin_structs(int field, std::size_t count) { list_head(field, kStruct, count); }

void ThriftWriter::i32s(int field, const std::vector<std::int32_t>& values) {
  list_head(field, kI32, values.size());
  for (const std::int32_t value : values) append_zigzag(value, bytes_);
}

void ThriftWriter::binaries(int field, const std::vector<std::string_view>& values) {
  list_head(field, kBinary, values.size());
  for (const std::string_view value : values) {
    append_leb128(value.size(), bytes_);
    bytes_ += value;
  }
}

struct TableWriter::Chunk {
  EncodedValues values;         // `dictionary` and `page` are empty after they were written
  std::uint64_t begin = 0;      // offset in the file
  std::uint64_t data_page = 0;  // offset in the file
  std::uint64_t size = 0;       // uncompressed, with headers
  std::uint64_t packed_size = 0;

  void write(const ParquetColumn& column, ThriftWriter& thrift) const;
};

struct TableWriter::Group {
  std::vector<Chunk> chunks;
  std::size_t rows = 0;
};

void TableWriter::Chunk::write(const ParquetColumn& column, ThriftWriter& thrift) const {
  const bool has_dictionary = values.encoding == ColumnEncoding::Dictionary;
  thrift.begin_element();
  thrift.i64(2, 0);
  thrift.begin_struct(3);
  thrift.i32(1, numbers_of(column.type).physical);
  std::vector<std::int32_t> encodings = {static_cast<std::int32_t>(values.encoding)};
  for (const ColumnEncoding other : {ColumnEncoding::Plain, ColumnEncoding::Rle}) {
    if (other != values.encoding) encodings.push_back(static_cast<std::int32_t>(other));
  }
  thrift.i32s(2, encodings);
  thrift.binaries(3, path_of(column));
  thrift.i32(4, kZstandard);
  thrift.i64(5, values.slots);
  thrift.i64(6, size);
  thrift.i64(7, packed_size);
  thrift.i64(9, data_page);
  if (has_dictionary) thrift.i64(11, begin);
  thrift.begin_struct(12);
  thrift.i64(3, values.missing);
  if (values.max) thrift.binary(5, *values.max);
  if (values.min) thrift.binary(6, *values.min);
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
  // The only possible failure is lack of memory.
  if (ZSTD_isError(size)) throw std::bad_alloc();
  return std::string_view(packed_).substr(0, size);
}

void TableWriter::write_column(EncodedValues encoded, Chunk& chunk) {
  chunk.begin = written_;
  const auto write = [&](std::int32_t type, const std::string& page, std::size_t values,
                         ColumnEncoding encoding) {
    const std::string_view bytes = packed(page);
    const std::string header = page_header(type, page.size(), bytes.size(), values, encoding);
    chunk.size += header.size() + page.size();
    sink_(header);
    sink_(bytes);
    written_ += header.size() + bytes.size();
  };
  if (encoded.encoding == ColumnEncoding::Dictionary) {
    write(kDictionaryPage, std::exchange(encoded.dictionary, {}), encoded.entries,
          ColumnEncoding::Plain);
  }
  chunk.data_page = written_;
  write(kDataPage, std::exchange(encoded.page, {}), encoded.slots, encoded.encoding);
  chunk.packed_size = written_ - chunk.begin;
  chunk.values = std::move(encoded);
}

void TableWriter::write_group() {
  Group group;
  group.rows = rows_;
  for (ColumnValues& values : values_) {
    write_column(values.encoded(), group.chunks.emplace_back());
    values.clear();
  }
  groups_.push_back(std::move(group));
  written_rows_ += rows_;
  rows_ = 0;
}

std::string TableWriter::metadata() const {
  std::string bytes;
  ThriftWriter thrift(bytes);
  thrift.i32(1, kFormatVersion);
  write_schema(columns_, thrift);
  thrift.i64(3, written_rows_);
  thrift.begin_structs(4, groups_.size());
  for (const Group& group : groups_) {
    std::uint64_t size = 0;
    thrift.begin_element();
    thrift.begin_structs(1, group.chunks.size());
    for (std::size_t i = 0; i < group.chunks.size(); ++i) {
      group.chunks[i].write(columns_[i], thrift);
      size += group.chunks[i].size;
    }
    thrift.i64(2, size);
    thrift.i64(3, group.rows);
    thrift.end();
  }
  thrift.begin_structs(5, facts_.size());
  for (const auto& [key, value] : facts_) {
    thrift.begin_element();
    thrift.binary(1, key);
    thrift.binary(2, value);
    thrift.end();
  }
  thrift.binary(6, std::string("Arbiter version ").append(kVersion));
  // Column orders: statistics use the type-defined order.
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
  return written_rows_;
}

}  // namespace arbiter
