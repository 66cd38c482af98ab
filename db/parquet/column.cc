#include "db/parquet/column.h"

#include <algorithm>
#include <bit>
#include <span>

#include "db/parquet/encodings.h"

namespace arbiter {
namespace {

constexpr std::uint64_t kMostNumbers = 1U << 16;  // that a dictionary holds
constexpr std::size_t kLongestBound = 64;         // of a text in statistics

void append_little_endian(std::uint64_t value, std::size_t size, std::string& bytes) {
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
}

void append_text(std::string_view text, std::string& bytes) {
  append_little_endian(text.size(), 4, bytes);
  bytes += text;
}

// Indices into the dictionary, behind their width.
void append_indices(std::span<const std::uint32_t> indices, std::size_t entries,
                    std::string& page) {
  const unsigned width = bit_width(entries == 0 ? 0 : entries - 1);
  page += static_cast<char>(width);
  append_hybrid(indices, width, page);
}

// Whether each value is there; their size stands in front.
void append_levels(std::span<const std::uint32_t> present, std::string& page) {
  std::string levels;
  append_hybrid(present, 1, levels);
  append_text(levels, page);
}

}  // namespace

void ColumnValues::add(std::int64_t number) {
  if (column_->is_optional) present_.push_back(1);
  numbers_.push_back(number);
}

void ColumnValues::add_missing() { present_.push_back(0); }

void ColumnValues::add(std::string_view text) {
  if (column_->is_optional) present_.push_back(1);
  if (text_count_ == 0 || text < least_) least_ = text;
  if (text_count_ == 0 || text > greatest_) greatest_ = text;
  ++text_count_;
  if (!column_->has_dictionary || !has_dictionary_) return append_text(text, texts_);
  numbers_.push_back(number_of(text));
  if (word_bytes_ > kMostBytes) give_dictionary_up();
}

std::int64_t ColumnValues::number_of(std::string_view text) {
  const auto found = number_of_word_.find(text);
  if (found != number_of_word_.end()) return found->second;
  const auto number = static_cast<std::int64_t>(words_.size());
  number_of_word_.emplace(words_.emplace_back(text), number);
  word_bytes_ += text.size() + 4;
  return number;
}

void ColumnValues::give_dictionary_up() {
  for (const std::int64_t number : numbers_) {
    append_text(words_[static_cast<std::size_t>(number)], texts_);
  }
  numbers_.clear();
  number_of_word_.clear();
  words_.clear();
  has_dictionary_ = false;
}

std::size_t ColumnValues::bytes() const {
  return present_.size() * 4 + numbers_.size() * 8 + texts_.size() + word_bytes_;
}

void ColumnValues::clear() { *this = ColumnValues(*column_); }

bool ColumnValues::comes_before(std::int64_t a, std::int64_t b) const {
  if (column_->type != ColumnType::UInt64) return a < b;
  return static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
}

void ColumnValues::append_plain(std::int64_t number, std::string& bytes) const {
  const bool is_long = column_->type == ColumnType::Int64 || column_->type == ColumnType::UInt64;
  append_little_endian(static_cast<std::uint64_t>(number), is_long ? 8 : 4, bytes);
}

EncodedValues ColumnValues::encoded() const {
  EncodedValues encoded;
  const bool is_text = column_->type == ColumnType::Text;
  const std::size_t values = is_text ? text_count_ : numbers_.size();
  encoded.rows = column_->is_optional ? present_.size() : values;
  encoded.missing = encoded.rows - values;
  if (column_->is_optional) append_levels(present_, encoded.page);
  if (is_text) {
    encode_texts(encoded);
  } else {
    encode_numbers(encoded);
  }
  return encoded;
}

void ColumnValues::encode_texts(EncodedValues& encoded) const {
  if (text_count_ > 0 && least_.size() <= kLongestBound) encoded.least = least_;
  if (text_count_ > 0 && greatest_.size() <= kLongestBound) encoded.greatest = greatest_;
  if (!column_->has_dictionary || !has_dictionary_) {
    encoded.encoding = ColumnEncoding::Plain;
    encoded.page += texts_;
    return;
  }
  encoded.encoding = ColumnEncoding::Dictionary;
  encoded.entries = words_.size();
  for (const std::string& word : words_) append_text(word, encoded.dictionary);
  append_indices(std::vector<std::uint32_t>(numbers_.begin(), numbers_.end()), words_.size(),
                 encoded.page);
}

// The dictionary holds numbers in the order in which they come, as that of texts does.
void ColumnValues::encode_numbers(EncodedValues& encoded) const {
  std::int64_t least = numbers_.empty() ? 0 : numbers_[0];
  std::int64_t greatest = least;
  for (const std::int64_t number : numbers_) {
    if (comes_before(number, least)) least = number;
    if (comes_before(greatest, number)) greatest = number;
  }
  if (!numbers_.empty()) {
    append_plain(least, encoded.least.emplace());
    append_plain(greatest, encoded.greatest.emplace());
  }
  const std::uint64_t span =
      static_cast<std::uint64_t>(greatest) - static_cast<std::uint64_t>(least);
  if (!column_->has_dictionary || span >= kMostNumbers) {
    encoded.encoding = ColumnEncoding::Deltas;
    append_deltas(numbers_, encoded.page);
    return;
  }
  encoded.encoding = ColumnEncoding::Dictionary;
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t> index_of(span + 1, kNone);
  std::vector<std::uint32_t> indices;
  indices.reserve(numbers_.size());
  for (const std::int64_t number : numbers_) {
    std::uint32_t& index =
        index_of[static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(least)];
    if (index == kNone) {
      index = static_cast<std::uint32_t>(encoded.entries++);
      append_plain(number, encoded.dictionary);
    }
    indices.push_back(index);
  }
  append_indices(indices, encoded.entries, encoded.page);
}

}  // namespace arbiter
