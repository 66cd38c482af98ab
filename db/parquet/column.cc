#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "db/model/leb128.h"
#include "db/parquet/table_writer.h"

namespace arbiter {
namespace {

constexpr std::size_t kGroup = 8;       // number of values in a bit-packed group
constexpr std::size_t kBlock = 128;     // number of differences with the same minimum
constexpr std::size_t kMiniblock = 32;  // number of differences with the same bit width

unsigned width_of(std::uint64_t value) { return static_cast<unsigned>(std::bit_width(value)); }

// A writer of bit-packed values, the lowest bit first.
class BitPacker {
 public:
  BitPacker(unsigned width, std::string& bytes) : width_(width), bytes_(bytes) {}

  void add(std::uint64_t value) {
    constexpr unsigned kHalf = 32;
    if (width_ <= kHalf) return put(value, width_);
    put(value & UINT32_MAX, kHalf);
    put(value >> kHalf, width_ - kHalf);
  }

 private:
  void put(std::uint64_t bits, unsigned count) {
    held_ |= bits << count_;
    for (count_ += count; count_ >= 8; count_ -= 8, held_ >>= 8) {
      bytes_ += static_cast<char>(held_ & 0xFF);
    }
  }

  unsigned width_;
  std::string& bytes_;
  std::uint64_t held_ = 0;  // holds fewer than 8 bits between two calls
  unsigned count_ = 0;
};

std::size_t run_length(std::span<const std::uint32_t> values) {
  std::size_t length = 1;
  while (length < values.size() && values[length] == values[0]) ++length;
  return length;
}

void append_run(std::uint32_t value, std::size_t length, unsigned width, std::string& bytes) {
  append_leb128(length << 1, bytes);
  for (unsigned bit = 0; bit < width; bit += 8) bytes += static_cast<char>(value >> bit & 0xFF);
}

// Appends groups of values. The last group is padded with zeros.
void append_groups(std::span<const std::uint32_t> values, unsigned width, std::string& bytes) {
  const std::size_t groups = (values.size() + kGroup - 1) / kGroup;
  append_leb128(groups << 1 | 1, bytes);
  BitPacker packer(width, bytes);
  for (const std::uint32_t value : values) packer.add(value);
  for (std::size_t i = values.size(); i < groups * kGroup; ++i) packer.add(0);
}

void append_block(std::span<const std::uint64_t> steps, std::string& bytes) {
  std::int64_t min = INT64_MAX;
  for (const std::uint64_t step : steps) min = std::min(min, static_cast<std::int64_t>(step));
  append_zigzag(min, bytes);
  const auto above = [&](std::size_t at) {
    return at < steps.size() ? steps[at] - static_cast<std::uint64_t>(min) : 0;
  };
  std::array<unsigned, kBlock / kMiniblock> widths{};
  for (std::size_t at = 0; at < steps.size(); ++at) {
    unsigned& width = widths[at / kMiniblock];
    width = std::max(width, width_of(above(at)));
  }
  for (const unsigned width : widths) bytes += static_cast<char>(width);
  for (std::size_t begin = 0; begin < steps.size(); begin += kMiniblock) {
    BitPacker packer(widths[begin / kMiniblock], bytes);
    for (std::size_t at = begin; at < begin + kMiniblock; ++at) packer.add(above(at));
  }
}

// The definition levels of lists.
enum class ListLevel : std::uint32_t { NoList, Empty, NoValue, Value };
constexpr unsigned kListLevelWidth = 2;

constexpr std::uint64_t kMaxNumbers = 1U << 16;  // maximum size of a dictionary of numbers
constexpr std::size_t kMaxBoundSize = 64;        // maximum size of a string in statistics

void append_little_endian(std::uint64_t value, std::size_t size, std::string& bytes) {
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
}

void append_text(std::string_view text, std::string& bytes) {
  append_little_endian(text.size(), 4, bytes);
  bytes += text;
}

// Appends dictionary indices, preceded by their bit width.
void append_indices(std::span<const std::uint32_t> indices, std::size_t entries,
                    std::string& page) {
  const unsigned width = width_of(entries == 0 ? 0 : entries - 1);
  page += static_cast<char>(width);
  append_hybrid(indices, width, page);
}

// Appends levels, preceded by their size.
void append_levels(std::span<const std::uint32_t> levels, unsigned width, std::string& page) {
  std::string bytes;
  append_hybrid(levels, width, bytes);
  append_text(bytes, page);
}

}  // namespace

void append_zigzag(std::int64_t value, std::string& bytes) {
  append_leb128(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63),
                bytes);
}

void append_hybrid(std::span<const std::uint32_t> values, unsigned width, std::string& bytes) {
  std::size_t begin = 0;  // the first value that is not written yet
  for (std::size_t at = 0; at < values.size();) {
    const std::size_t length = run_length(values.subspan(at));
    // A run starts only after complete groups.
    const std::size_t missing = (kGroup - (at - begin) % kGroup) % kGroup;
    if (length < missing + kGroup) {
      at += length;
      continue;
    }
    if (at + missing > begin) {
      append_groups(values.subspan(begin, at + missing - begin), width, bytes);
    }
    append_run(values[at], length - missing, width, bytes);
    at += length;
    begin = at;
  }
  if (begin < values.size()) append_groups(values.subspan(begin), width, bytes);
}

void append_deltas(std::span<const std::int64_t> values, std::string& bytes) {
  append_leb128(kBlock, bytes);
  append_leb128(kBlock / kMiniblock, bytes);
  append_leb128(values.size(), bytes);
  append_zigzag(values.empty() ? 0 : values[0], bytes);
  std::array<std::uint64_t, kBlock> steps;
  for (std::size_t at = 1; at < values.size();) {
    std::size_t count = 0;
    for (; count < kBlock && at < values.size(); ++count, ++at) {
      steps[count] =
          static_cast<std::uint64_t>(values[at]) - static_cast<std::uint64_t>(values[at - 1]);
    }
    append_block(std::span(steps).first(count), bytes);
  }
}

void ColumnValues::mark_value() {
  if (column_->is_list) {
    levels_.push_back(static_cast<std::uint32_t>(ListLevel::Value));
  } else if (column_->is_optional) {
    levels_.push_back(1);
  }
}

void ColumnValues::add(std::int64_t number) {
  mark_value();
  numbers_.push_back(number);
}

void ColumnValues::add_missing() {
  if (column_->is_list) repeats_.push_back(0);
  levels_.push_back(0);
}

// Calls `add` for each element.
template <class Element, class Add>
void ColumnValues::add_elements(std::span<const Element> elements, Add add) {
  if (elements.empty()) {
    repeats_.push_back(0);
    levels_.push_back(static_cast<std::uint32_t>(ListLevel::Empty));
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    repeats_.push_back(i == 0 ? 0 : 1);
    add(elements[i]);
  }
}

void ColumnValues::add_list(std::span<const std::optional<std::int64_t>> numbers) {
  add_elements(numbers, [this](const std::optional<std::int64_t>& number) {
    if (number) return add(*number);
    levels_.push_back(static_cast<std::uint32_t>(ListLevel::NoValue));
  });
}

void ColumnValues::add_list(std::span<const std::string_view> texts) {
  add_elements(texts, [this](std::string_view text) { add(text); });
}

void ColumnValues::add(std::string_view text) {
  mark_value();
  if (text_count_ == 0 || text < min_) min_ = text;
  if (text_count_ == 0 || text > max_) max_ = text;
  ++text_count_;
  if (!column_->has_dictionary || !has_dictionary_) return append_text(text, texts_);
  numbers_.push_back(number_of(text));
  if (word_bytes_ > kMaxDictionaryBytes) drop_dictionary();
}

std::int64_t ColumnValues::number_of(std::string_view text) {
  const auto found = number_of_word_.find(text);
  if (found != number_of_word_.end()) return found->second;
  const auto number = static_cast<std::int64_t>(words_.size());
  number_of_word_.emplace(words_.emplace_back(text), number);
  word_bytes_ += text.size() + 4;
  return number;
}

void ColumnValues::drop_dictionary() {
  for (const std::int64_t number : numbers_) {
    append_text(words_[static_cast<std::size_t>(number)], texts_);
  }
  numbers_.clear();
  number_of_word_.clear();
  words_.clear();
  has_dictionary_ = false;
}

std::size_t ColumnValues::bytes() const {
  return (levels_.size() + repeats_.size()) * 4 + numbers_.size() * 8 + texts_.size() + word_bytes_;
}

void ColumnValues::clear() { *this = ColumnValues(*column_); }

bool ColumnValues::comes_before(std::int64_t a, std::int64_t b) const {
  if (column_->type != ColumnType::UInt64) return a < b;
  return static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
}

void ColumnValues::append_plain(std::int64_t number, std::string& bytes) const {
  const bool is_long = column_->type == ColumnType::Int64 || column_->type == ColumnType::UInt64 ||
                       column_->type == ColumnType::Double;
  append_little_endian(static_cast<std::uint64_t>(number), is_long ? 8 : 4, bytes);
}

EncodedValues ColumnValues::encoded() const {
  EncodedValues encoded;
  const bool is_text = column_->type == ColumnType::Text;
  const std::size_t values = is_text ? text_count_ : numbers_.size();
  encoded.slots = column_->has_levels() ? levels_.size() : values;
  encoded.missing = encoded.slots - values;
  if (column_->is_list) append_levels(repeats_, 1, encoded.page);
  if (column_->has_levels()) {
    append_levels(levels_, column_->is_list ? kListLevelWidth : 1, encoded.page);
  }
  if (is_text) {
    encode_texts(encoded);
  } else {
    encode_numbers(encoded);
  }
  return encoded;
}

void ColumnValues::encode_texts(EncodedValues& encoded) const {
  if (text_count_ > 0 && min_.size() <= kMaxBoundSize) encoded.min = min_;
  if (text_count_ > 0 && max_.size() <= kMaxBoundSize) encoded.max = max_;
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

// Writes the dictionary with the numbers in the order of their first occurrence, as for strings.
void ColumnValues::encode_numbers(EncodedValues& encoded) const {
  if (column_->type == ColumnType::Double) {
    for (const std::int64_t bits : numbers_) append_plain(bits, encoded.page);
    return;
  }
  std::int64_t min = numbers_.empty() ? 0 : numbers_[0];
  std::int64_t max = min;
  for (const std::int64_t number : numbers_) {
    if (comes_before(number, min)) min = number;
    if (comes_before(max, number)) max = number;
  }
  if (!numbers_.empty()) {
    append_plain(min, encoded.min.emplace());
    append_plain(max, encoded.max.emplace());
  }
  const std::uint64_t span = static_cast<std::uint64_t>(max) - static_cast<std::uint64_t>(min);
  if (!column_->has_dictionary || span >= kMaxNumbers) {
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
        index_of[static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(min)];
    if (index == kNone) {
      index = static_cast<std::uint32_t>(encoded.entries++);
      append_plain(number, encoded.dictionary);
    }
    indices.push_back(index);
  }
  append_indices(indices, encoded.entries, encoded.page);
}

}  // namespace arbiter
