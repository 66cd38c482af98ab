// The columns of a table, and the values of one that wait to be written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace arbiter {

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
  bool has_dictionary = true;  // its values occur again and again
};

// The encodings of Parquet, by their numbers.
enum class ColumnEncoding : std::int32_t {
  Plain = 0,
  Rle = 3,
  Deltas = 5,      // DELTA_BINARY_PACKED
  Dictionary = 8,  // RLE_DICTIONARY
};

// What a file holds of the values.
struct EncodedValues {
  std::size_t rows = 0;
  std::size_t missing = 0;
  ColumnEncoding encoding = ColumnEncoding::Plain;
  std::string dictionary = {};  // PLAIN; only with ColumnEncoding::Dictionary
  std::size_t entries = 0;      // of the dictionary
  std::string page = {};        // the levels of optional values, then the values
  // As statistics hold them; without values, or where a text is too long, nothing.
  std::optional<std::string> least = {};
  std::optional<std::string> greatest = {};
};

// Values in order. A dictionary holds texts up to kMostBytes and numbers that are less than 65,536
// apart; texts are plain otherwise, and numbers are written as steps.
class ColumnValues {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

  // `column` outlives this.
  explicit ColumnValues(const ParquetColumn& column) : column_(&column) {}

  // Preconditions: the column is of that type; only values of an optional column are missing.
  void add(std::int64_t number);
  void add(std::string_view text);
  void add_missing();

  // About how much memory they take.
  std::size_t bytes() const;

  EncodedValues encoded() const;
  void clear();

 private:
  std::int64_t number_of(std::string_view text);
  void give_dictionary_up();
  void encode_numbers(EncodedValues& encoded) const;
  void encode_texts(EncodedValues& encoded) const;
  bool comes_before(std::int64_t a, std::int64_t b) const;
  void append_plain(std::int64_t number, std::string& bytes) const;

  const ParquetColumn* column_;
  std::vector<std::uint32_t> present_;  // of an optional column: 1 for each value, 0 for none
  std::vector<std::int64_t> numbers_;   // or of texts: their numbers in the dictionary
  std::string texts_;                   // without a dictionary: lengths and bytes
  std::size_t text_count_ = 0;
  bool has_dictionary_ = true;
  std::deque<std::string> words_;  // of the dictionary
  std::size_t word_bytes_ = 0;
  std::unordered_map<std::string_view, std::int64_t> number_of_word_;
  std::string least_, greatest_;  // of texts
};

}  // namespace arbiter
