// The columns of a table, and the values of a column that wait to be written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace arbiter {

// Appends a number as LEB128 with the sign in the lowest bit, so that small negative numbers are
// short.
void append_zigzag(std::int64_t value, std::string& bytes);

// Appends values as RLE: runs of equal values, and groups of eight bit-packed values between them.
// Precondition: each value has at most `width` bits, at most 32.
void append_hybrid(std::span<const std::uint32_t> values, unsigned width, std::string& bytes);

// Appends values as DELTA_BINARY_PACKED: the steps between values in blocks of 128. Steps wrap
// around, so that every value can be restored.
void append_deltas(std::span<const std::int64_t> values, std::string& bytes);

enum class ColumnType : std::uint8_t {
  Int32,
  Int64,
  UInt64,
  Date,  // days since 1970-01-01
  Text,  // UTF-8
};

struct ParquetColumn {
  std::string name;
  ColumnType type = ColumnType::Int32;
  bool is_optional = false;    // values may be missing
  bool has_dictionary = true;  // values are often repeated
};

// The encodings of Parquet, with their numbers.
enum class ColumnEncoding : std::int32_t {
  Plain = 0,
  Rle = 3,
  Deltas = 5,      // DELTA_BINARY_PACKED
  Dictionary = 8,  // RLE_DICTIONARY
};

// The values as a file stores them.
struct EncodedValues {
  std::size_t rows = 0;
  std::size_t missing = 0;
  ColumnEncoding encoding = ColumnEncoding::Plain;
  std::string dictionary = {};  // PLAIN; only with ColumnEncoding::Dictionary
  std::size_t entries = 0;      // of the dictionary
  std::string page = {};        // the levels of optional values, then the values
  // The statistics; none without values or for long texts.
  std::optional<std::string> min = {};
  std::optional<std::string> max = {};
};

// The values of a column in order. A dictionary has texts up to kMaxDictionaryBytes, or numbers
// that differ by less than 65,536. Other texts are plain, and other numbers are written as steps.
class ColumnValues {
 public:
  static constexpr std::size_t kMaxDictionaryBytes = std::size_t{1} << 20;

  // `column` must outlive this.
  explicit ColumnValues(const ParquetColumn& column) : column_(&column) {}

  // Preconditions: the column has that type; only values of an optional column are missing.
  void add(std::int64_t number);
  void add(std::string_view text);
  void add_missing();

  // Returns the approximate memory of the values.
  std::size_t bytes() const;

  EncodedValues encoded() const;
  void clear();

 private:
  std::int64_t number_of(std::string_view text);
  void drop_dictionary();
  void encode_numbers(EncodedValues& encoded) const;
  void encode_texts(EncodedValues& encoded) const;
  bool comes_before(std::int64_t a, std::int64_t b) const;
  void append_plain(std::int64_t number, std::string& bytes) const;

  const ParquetColumn* column_;
  std::vector<std::uint32_t> present_;  // of an optional column: 1 for each value, 0 for none
  std::vector<std::int64_t> numbers_;   // or the indices of texts in the dictionary
  std::string texts_;                   // lengths and bytes, without a dictionary
  std::size_t text_count_ = 0;
  bool has_dictionary_ = true;
  std::deque<std::string> words_;  // of the dictionary
  std::size_t word_bytes_ = 0;
  std::unordered_map<std::string_view, std::int64_t> number_of_word_;
  std::string min_, max_;  // of texts
};

}  // namespace arbiter
