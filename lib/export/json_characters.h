// The bytes of a JSON text, one by one, with their places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "lib/io/byte_source.h"

namespace arbiter {

class JsonCharacters {
 public:
  explicit JsonCharacters(ByteSource& source) : source_(source), buffer_(std::size_t{64} << 10) {}

  // No more than so many bytes are given from here on.
  void allow(std::size_t bytes) {
    allowed_ = bytes;
    is_too_much_ = false;
  }
  // Whether that was not enough.
  bool is_too_much() const { return is_too_much_; }

  // At the end of the text, or of what is allowed.
  bool is_at_end() {
    if (allowed_ == 0) {
      is_too_much_ = true;
      return true;
    }
    if (next_ == filled_) fill();
    return next_ == filled_;
  }

  // Precondition of both: !is_at_end().
  char peek() const { return buffer_[next_]; }
  void advance() {
    const char c = buffer_[next_++];
    --allowed_;
    if (c == '\n') {
      ++line_;
      column_ = 0;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      ++column_;  // not within a character
    }
  }

  // Of the last byte that was read.
  std::uint64_t line() const { return line_; }
  std::uint64_t column() const { return column_; }

 private:
  void fill() {
    next_ = 0;
    filled_ = source_.read(buffer_);
  }

  ByteSource& source_;
  std::vector<char> buffer_;
  std::size_t next_ = 0;
  std::size_t filled_ = 0;
  std::size_t allowed_ = SIZE_MAX;
  bool is_too_much_ = false;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 0;
};

// The same as a pair of iterators; one made without characters is the end.
class JsonCharacterIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  JsonCharacterIterator() = default;
  explicit JsonCharacterIterator(JsonCharacters& characters) : characters_(&characters) {}

  char operator*() const { return characters_->peek(); }
  JsonCharacterIterator& operator++() {
    characters_->advance();
    return *this;
  }
  JsonCharacterIterator operator++(int) {
    const JsonCharacterIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const JsonCharacterIterator& other) const { return is_end() == other.is_end(); }

 private:
  bool is_end() const { return characters_ == nullptr || characters_->is_at_end(); }

  JsonCharacters* characters_ = nullptr;
};

}  // namespace arbiter
