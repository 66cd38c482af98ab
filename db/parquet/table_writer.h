// A writer of Parquet files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arbiter {

// Appends a number as zigzag LEB128, in which small negative numbers are short.
void append_zigzag(std::int64_t value, std::string& bytes);

// Appends values in the RLE/bit-packing hybrid encoding. Precondition: each value has at most
// `width` bits, and `width` is at most 32.
void append_hybrid(std::span<const std::uint32_t> values, unsigned width, std::string& bytes);

// Appends values as DELTA_BINARY_PACKED: differences in blocks of 128. Differences wrap around, so
// that every value can be represented.
void append_deltas(std::span<const std::int64_t> values, std::string& bytes);

enum class ColumnType : std::uint8_t {
  Int16,
  Int32,
  Int64,
  UInt64,
  Double,  // stored as its bits
  Date,    // days since 1970-01-01
  Time,    // milliseconds since midnight, UTC
  Text,    // UTF-8
};

struct ParquetColumn {
  std::string name;
  ColumnType type = ColumnType::Int32;
  bool is_optional = false;    // true if values may be missing
  bool has_dictionary = true;  // true if values are often repeated
  // True if each row has a list of values. The list and each of its values may be missing.
  bool is_list = false;

  bool has_levels() const { return is_optional || is_list; }
};

// The Parquet encodings, with their numbers in files.
enum class ColumnEncoding : std::int32_t {
  Plain = 0,
  Rle = 3,
  Deltas = 5,      // DELTA_BINARY_PACKED
  Dictionary = 8,  // RLE_DICTIONARY
};

// Encoded values in file format.
struct EncodedValues {
  std::size_t slots = 0;  // number of values, missing values, and empty or missing lists
  std::size_t missing = 0;
  ColumnEncoding encoding = ColumnEncoding::Plain;
  std::string dictionary = {};  // in PLAIN encoding; only for ColumnEncoding::Dictionary
  std::size_t entries = 0;      // number of dictionary entries
  std::string page = {};        // levels of lists and of optional values, followed by the values
  // The minimum and the maximum. Missing for long strings, and if there are no values.
  std::optional<std::string> min = {};
  std::optional<std::string> max = {};
};

// The values of a column, in order. A dictionary is used for strings of up to kMaxDictionaryBytes
// in total, or for numbers in a range below 65,536. Otherwise strings are written in full, and
// numbers as differences.
class ColumnValues {
 public:
  static constexpr std::size_t kMaxDictionaryBytes = std::size_t{1} << 20;

  // `column` must outlive this object.
  explicit ColumnValues(const ParquetColumn& column) : column_(&column) {}

  // Add a value. Precondition: the column has this type and no lists.
  void add(std::int64_t number);
  void add(std::string_view text);
  // Adds a missing value or a missing list. Precondition: the column is optional.
  void add_missing();

  // Precondition: the column has lists.
  void add_list(std::span<const std::optional<std::int64_t>> numbers);
  void add_list(std::span<const std::string_view> texts);

  std::size_t bytes() const;

  EncodedValues encoded() const;
  void clear();

 private:
  template <class Element, class Add>
  void add_elements(std::span<const Element> elements, Add add);
  void mark_value();
  std::int64_t number_of(std::string_view text);
  void drop_dictionary();
  void encode_numbers(EncodedValues& encoded) const;
  void encode_texts(EncodedValues& encoded) const;
  bool comes_before(std::int64_t a, std::int64_t b) const;
  void append_plain(std::int64_t number, std::string& bytes) const;

  const ParquetColumn* column_;
  // The definition levels. An optional column has 1 for each value, and 0 for each missing value.
  // Lists have the ListLevel of each slot.
  std::vector<std::uint32_t> levels_;
  std::vector<std::uint32_t> repeats_;  // for lists: 1 for each slot except the first in its list
  std::vector<std::int64_t> numbers_;   // numbers, or dictionary indices of strings
  std::string texts_;                   // lengths and bytes, if there is no dictionary
  std::size_t text_count_ = 0;
  bool has_dictionary_ = true;
  std::deque<std::string> words_;  // strings of the dictionary
  std::size_t word_bytes_ = 0;
  std::unordered_map<std::string_view, std::int64_t> number_of_word_;
  std::string min_, max_;  // minimum and maximum of strings
};

// A writer of one Thrift structure, appended to `bytes`. Fields must be written in ascending order.
class ThriftWriter {
 public:
  explicit ThriftWriter(std::string& bytes) : bytes_(bytes) {}

  void boolean(int field, bool value);
  void byte(int field, std::int8_t value);
  void i32(int field, std::int64_t value);
  void i64(int field, std::int64_t value);
  void binary(int field, std::string_view value);

  // Starts a structure as a field; end() ends it.
  void begin_struct(int field);
  void end();

  // Starts a list of structures. Each is written between begin_element() and end().
  void begin_structs(int field, std::size_t count);
  void begin_element();
  void i32s(int field, const std::vector<std::int32_t>& values);
  void binaries(int field, const std::vector<std::string_view>& values);

 private:
  void head(int field, std::uint8_t type);
  void list_head(int field, std::uint8_t type, std::size_t count);

  std::string& bytes_;
  int last_field_ = 0;
  std::vector<int> outer_;  // the last field numbers of the outer structures
};

// A writer of Apache Parquet 2.x: columns of values and of lists. In a row group, a column has one
// data page (version 1), preceded by a dictionary page if it has a dictionary. Pages are compressed
// with Zstandard. Readers can skip row groups by their statistics. One row group is in memory.
class TableWriter {
 public:
  // The number of rows in a group, which equals DuckDB's row group size. A group with long strings
  // has fewer rows.
  static constexpr std::size_t kRowsPerGroup = 122'880;
  static constexpr std::size_t kBytesPerGroup = std::size_t{64} << 20;

  using Sink = std::function<void(std::string_view bytes)>;

  // `sink` receives its bytes in order, and may throw.
  TableWriter(std::vector<ParquetColumn> columns, Sink sink);
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;
  ~TableWriter();

  // Adds a key and value to the file metadata.
  void describe(std::string key, std::string value) {
    facts_.emplace_back(std::move(key), std::move(value));
  }

  // Returns a column, to which the caller adds one value or list before each end_row().
  ColumnValues& operator[](std::size_t column) { return values_[column]; }
  void end_row();

  // Completes the file. Returns the number of rows. Called once, after the last row.
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
  std::size_t rows_ = 0;  // rows in the current group
  std::uint64_t written_rows_ = 0;
  std::uint64_t written_ = 0;  // bytes written so far
  std::vector<std::pair<std::string, std::string>> facts_;
  void* packer_;  // a ZSTD_CCtx
  std::string packed_;
};

}  // namespace arbiter
