#include "lib/export/json_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/export/json_reading.h"
#include "lib/io/byte_source.h"

namespace arbiter {

namespace {

class JsonCharacters {
 public:
  explicit JsonCharacters(ByteSource& source) : source_(source), buffer_(std::size_t{64} << 10) {}

  // Sets the maximum number of bytes from this place on.
  void allow(std::size_t bytes) {
    allowed_ = bytes;
    is_too_much_ = false;
  }
  // Returns whether the maximum was exceeded.
  bool is_too_much() const { return is_too_much_; }

  // Returns whether the text or the maximum has ended.
  bool is_at_end() {
    if (allowed_ == 0) {
      is_too_much_ = true;
      return true;
    }
    if (next_ == filled_) {
      next_ = 0;
      filled_ = source_.read(buffer_);
    }
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

  // The place of the last byte that was read.
  std::uint64_t line() const { return line_; }
  std::uint64_t column() const { return column_; }

 private:
  ByteSource& source_;
  std::vector<char> buffer_;
  std::size_t next_ = 0;
  std::size_t filled_ = 0;
  std::size_t allowed_ = SIZE_MAX;
  bool is_too_much_ = false;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 0;
};

// The characters as iterators; an iterator without characters is the end.
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

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

}  // namespace

class JsonSource::Reader {
 public:
  explicit Reader(ByteSource& source) : source_(source), characters_(source) {}

  // Appends the next game to `pgn`. Returns false at the end, or at a fault.
  bool next(std::string& pgn) {
    if (is_over_ || !begin_value()) return false;
    reading_.start_game();
    characters_.allow(kMaxGameSize);
    const bool is_read =
        nlohmann::json::sax_parse(JsonCharacterIterator(characters_), JsonCharacterIterator(),
                                  &reading_, nlohmann::json::input_format_t::json, false);
    if (!is_read) {
      if (characters_.is_too_much()) {
        return fail(fmt::format("the game takes more than {} MB", kMaxGameSize >> 20));
      }
      return fail(reading_.syntax_error().empty() ? reading_.fault() : reading_.syntax_error());
    }
    append_pgn(reading_.game(), pgn);
    games_ += reading_.game().between.empty() ? 1 : 0;
    return true;
  }

  std::uint64_t games() const { return games_; }

  std::optional<std::string> damage() const {
    if (!fault_.empty()) return fault_;
    return source_.damage();
  }

  // Skips a byte order mark.

 private:
  void skip_mark() {
    for (const char byte : kUtf8Bom) {
      if (characters_.is_at_end() || characters_.peek() != byte) return;
      characters_.advance();
    }
  }

  // Returns false at the end.
  bool skip_space() {
    characters_.allow(SIZE_MAX);
    while (!characters_.is_at_end()) {
      if (!is_space(characters_.peek())) return true;
      characters_.advance();
    }
    return false;
  }

  // Skips the separator between games. Returns whether a game begins at the next character.
  bool begin_value() {
    const bool is_first = !std::exchange(has_begun_, true);
    if (is_first) skip_mark();
    if (!skip_space()) {
      if (is_in_array_) return fail("the array of games is not closed");
      return false;
    }
    if (is_first && characters_.peek() == '[') {
      is_in_array_ = true;
      characters_.advance();
      if (skip_space() && characters_.peek() != ']') return true;
    } else if (!is_in_array_) {
      return true;
    }
    if (characters_.is_at_end()) return fail("the array of games is not closed");
    const char sign = characters_.peek();
    characters_.advance();
    if (sign == ',') return skip_space() || fail("a game is missing after the comma");
    if (sign != ']') return fail("expected a comma or the end of the array");
    is_over_ = true;
    is_in_array_ = false;
    if (!skip_space()) return false;
    characters_.advance();
    return fail("something follows the array of games");
  }

  bool fail(std::string_view reason) {
    fault_ = fmt::format("line {}, column {}: {}", characters_.line(),
                         std::max<std::uint64_t>(characters_.column(), 1), reason);
    is_over_ = true;
    return false;
  }

  ByteSource& source_;
  JsonCharacters characters_;
  JsonReading reading_;
  std::string fault_;
  std::uint64_t games_ = 0;
  bool has_begun_ = false;
  bool is_in_array_ = false;
  bool is_over_ = false;
};

JsonSource::JsonSource(ByteSource& source) : reader_(std::make_unique<Reader>(source)) {}

JsonSource::~JsonSource() = default;

std::size_t JsonSource::read(std::span<char> into) {
  while (given_ == pgn_.size()) {
    pgn_.clear();
    given_ = 0;
    if (!reader_->next(pgn_)) return 0;
  }
  const std::size_t size = std::min(into.size(), pgn_.size() - given_);
  std::memcpy(into.data(), pgn_.data() + given_, size);
  given_ += size;
  return size;
}

std::optional<std::string> JsonSource::damage() const { return reader_->damage(); }

std::uint64_t JsonSource::games() const { return reader_->games(); }

}  // namespace arbiter
