// A reader of responses in ClickHouse's format RowBinary, a writer of blocks in its format Native,
// and SQL literals and statements.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "db/clickhouse/wire/endpoint.h"

namespace arbiter::clickhouse {

// A reader of values, row by row in the order of the query's columns. Throws IoError if the
// response ends too early.
class RowReader {
 public:
  // `answer` must outlive the reader.
  explicit RowReader(const Answer& answer) : RowReader(answer.bytes, answer.request) {}

  // Returns whether the first row begins with the number of the request. Precondition: the response
  // has a row, and the query numbers its rows.
  static bool begins_with_request(const Answer& answer);

  // Starts the next row, unless it was already started. Returns false if there are no more rows.
  // Must be called between rows; the first row is already started.
  bool begin_row() {
    if (bytes_.size() != size_at_begin_) check_request();
    return !bytes_.empty();
  }

  std::uint8_t u8() { return number<std::uint8_t>(); }
  std::uint16_t u16() { return number<std::uint16_t>(); }
  std::uint32_t u32() { return number<std::uint32_t>(); }
  std::uint64_t u64() { return number<std::uint64_t>(); }
  std::int64_t i64() { return static_cast<std::int64_t>(u64()); }
  double f64();

  // Reads a string. The result is a view into the response.
  std::string_view text();

  // Reads the number of elements in an array.
  std::uint64_t size() { return varint(); }
  template <class T>
  std::vector<T> numbers() {
    const std::uint64_t count = checked_count(size(), sizeof(T));
    std::vector<T> values(count);
    for (T& value : values) value = number<T>();
    return values;
  }
  std::vector<std::string_view> texts();

 private:
  RowReader(std::string_view bytes, std::optional<std::uint32_t> request)
      : bytes_(bytes), request_(request) {
    check_request();
  }

  template <class T>
  T number() {
    const std::string_view bytes = take(sizeof(T));
    std::uint64_t value = 0;
    for (std::size_t i = sizeof(T); i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(bytes[i]);
    }
    return static_cast<T>(value);
  }
  std::string_view take(std::uint64_t size);
  std::uint64_t varint();
  // Returns `count` if the response still has space for that many values of `size` bytes. Otherwise
  // throws IoError.
  std::uint64_t checked_count(std::uint64_t count, std::size_t size) const;

  void check_request();

  std::string_view bytes_;
  std::optional<std::uint32_t> request_;
  std::size_t size_at_begin_ = 0;  // unread bytes of `bytes_` after the request number
};

// A block in format Native, which servers add completely or not at all. In other formats, the first
// rows would be added if the connection breaks. Columns are in the order of the INSERT.
class NativeBlock {
 public:
  // A column, and the sum of its values modulo 2^64. For strings and arrays, it is the sum of their
  // lengths.
  struct Column {
    std::string name;
    bool has_lengths = false;
    std::uint64_t sum = 0;
  };

  // Sums include all rows.
  explicit NativeBlock(std::size_t rows);
  // Sums include only the rows `sampled`.
  NativeBlock(std::size_t rows, std::vector<std::size_t> sampled);

  std::size_t rows() const { return rows_; }
  const std::vector<Column>& columns() const { return columns_; }
  // Returns the number of rows in the sums.
  std::size_t summed_rows() const { return sampled_ ? sampled_->size() : rows_; }

  // Adds a column of type UInt8...UInt64 or Int64. `value_of(row)` returns the value of each row.
  template <class T, class ValueOf>
  void add_numbers(std::string_view name, ValueOf value_of) {
    begin(name, type_of<T>());
    const std::size_t at = bytes_.size();
    bytes_.resize(at + rows_ * sizeof(T));
    char* to = bytes_.data() + at;
    for (std::size_t row = 0; row < rows_; ++row, to += sizeof(T)) {
      const T value = static_cast<T>(value_of(row));
      std::memcpy(to, &value, sizeof value);
    }
    add_sum([&](std::size_t row) {
      T value;
      std::memcpy(&value, bytes_.data() + at + row * sizeof(T), sizeof value);
      return static_cast<std::uint64_t>(value);
    });
  }

  // Adds a column of type String. `value_of(row)` returns a std::string_view.
  template <class ValueOf>
  void add_texts(std::string_view name, ValueOf value_of) {
    begin(name, "String");
    for (std::size_t row = 0; row < rows_; ++row) append_text(value_of(row));
    add_lengths(value_of);
  }

  // Adds a column with the same number or string in all rows.
  template <class T>
  void add_value(std::string_view name, const T& value) {
    if constexpr (std::is_convertible_v<const T&, std::string_view>) {
      add_texts(name, [&](std::size_t) { return std::string_view(value); });
    } else {
      add_numbers<T>(name, [&](std::size_t) { return value; });
    }
  }

  // Adds a column of type Array(T). `values_of(row)` returns a std::span<const T> that is valid
  // until its next call.
  template <class T, class ValuesOf>
  void add_arrays(std::string_view name, ValuesOf values_of) {
    begin(name, "Array(" + std::string(type_of<T>()) + ")");
    std::uint64_t end = 0;
    for (std::size_t row = 0; row < rows_; ++row) append(end += std::span(values_of(row)).size());
    for (std::size_t row = 0; row < rows_; ++row) {
      for (const T value : values_of(row)) append(value);
    }
    add_lengths([&](std::size_t row) { return std::span(values_of(row)); });
  }

  std::string_view bytes() const { return bytes_; }

 private:
  static_assert(std::endian::native == std::endian::little);

  template <class T>
  static constexpr std::string_view type_of() {
    if constexpr (std::is_same_v<T, std::uint8_t>) return "UInt8";
    if constexpr (std::is_same_v<T, std::uint16_t>) return "UInt16";
    if constexpr (std::is_same_v<T, std::uint32_t>) return "UInt32";
    if constexpr (std::is_same_v<T, std::uint64_t>) return "UInt64";
    if constexpr (std::is_same_v<T, std::int64_t>) return "Int64";
  }

  void begin(std::string_view name, std::string_view type);
  void append_text(std::string_view text);
  // Adds up `value_of(row)` for the last column.
  template <class ValueOf>
  void add_sum(ValueOf value_of) {
    std::uint64_t& sum = columns_.back().sum;
    if (sampled_) {
      for (const std::size_t row : *sampled_) sum += value_of(row);
    } else {
      for (std::size_t row = 0; row < rows_; ++row) sum += value_of(row);
    }
  }
  template <class ValueOf>
  void add_lengths(ValueOf value_of) {
    columns_.back().has_lengths = true;
    add_sum([&](std::size_t row) { return std::uint64_t{value_of(row).size()}; });
  }
  template <class T>
  void append(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }

  std::size_t rows_;
  std::optional<std::vector<std::size_t>> sampled_;
  std::vector<Column> columns_;
  std::string bytes_;
};

// Returns a string literal, such as 'O\'Kelly'.
std::string string_literal(std::string_view text);

// Returns a list such as "1,2,3" for IN (...). Precondition: `numbers` is not empty, because SQL
// does not allow an empty list.
std::string listed(std::span<const std::uint64_t> numbers);

// Returns a condition such as "white IN (1,2)". It is a subquery if there are very many numbers,
// and "0" if there are none.
std::string in_list(std::string_view column, std::span<const std::uint64_t> numbers);

// Returns the INSERT statement of the block, with its column names.
std::string insert_into(std::string_view table, const NativeBlock& block);

// Returns the query for the number of rows that fulfil the condition, and for the sum of each
// column as defined by NativeBlock::Column.
std::string sums_of_columns(std::string_view table, const NativeBlock& block,
                            std::string_view condition);

// The kind of a name (column `kind` of the table `names`).
enum class NameKind : std::uint8_t {
  Player = 1,
  Event = 2,
  Site = 3,
  Opening = 4,
  Diagnostic = 5,
};

// Returns the xxHash64 of a name, so that ids need no lookup. The empty name has id 0 and is in no
// table.
std::uint64_t name_id(std::string_view name);

// Returns the seconds since 1970, according to this machine's clock.
inline std::uint64_t seconds_now() { return static_cast<std::uint64_t>(std::time(nullptr)); }

}  // namespace arbiter::clickhouse
