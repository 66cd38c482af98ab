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
  Int16,
  Int32,
  Int64,
  UInt64,
  Double,  // its bits
  Date,    // days since 1970-01-01
  Time,    // milliseconds since midnight, UTC
  Text,    // UTF-8
};

struct ParquetColumn {
  std::string name;
  ColumnType type = ColumnType::Int32;
  bool is_optional = false;    // values may be missing
  bool has_dictionary = true;  // values are often repeated
  // True if each row has a list of values. The list, and each of its values, may be missing.
  bool is_list = false;

  bool has_levels() const { return is_optional || is_list; }
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
  std::size_t slots = 0;  // values, missing values, and empty or missing lists
  std::size_t missing = 0;
  ColumnEncoding encoding = ColumnEncoding::Plain;
  std::string dictionary = {};  // PLAIN; only with ColumnEncoding::Dictionary
  std::size_t entries = 0;      // of the dictionary
  std::string page = {};        // the levels of lists and of optional values, then the values
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

  // Preconditions: the column has that type, and no lists; only values of an optional column are
  // missing.
  void add(std::int64_t number);
  void add(std::string_view text);
  // Also adds a missing list.
  void add_missing();

  // Adds the list of a row. Precondition: the column has lists.
  void add_list(std::span<const std::optional<std::int64_t>> numbers);
  void add_list(std::span<const std::string_view> texts);

  // Returns the approximate memory of the values.
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
  // An optional column has 1 for each value, and 0 for none. Lists have the ListLevel of each slot.
  std::vector<std::uint32_t> levels_;
  std::vector<std::uint32_t> repeats_;  // of lists: 1 for each slot but the first of its list
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
