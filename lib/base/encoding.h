// Character encodings of game files. The standard requires ISO 8859-1 (PGN 4.1); current files are
// UTF-8, and older files mostly Windows-1252. The PGN reader returns UTF-8 only.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

enum class Encoding { Ascii, Utf8, Latin1, Windows1252, Utf16Le, Utf16Be };

// Returns the common name, such as "UTF-8" or "Windows-1252".
std::string_view to_string(Encoding encoding);

bool is_ascii(std::string_view bytes);

// Returns whether the bytes are ASCII without "~", escape and delete characters, so that they
// cannot switch to another encoding. Takes 0.2 instructions per byte with AVX2.
bool is_unshifted_ascii(std::string_view bytes);

// Checks whether `bytes` are well-formed UTF-8: no overlong forms, no surrogates, nothing above
// U+10FFFF. ASCII is checked at memory speed.
bool is_utf8(std::string_view bytes);

// Returns the offset of the first byte that is not part of a well-formed UTF-8 character.
std::optional<std::size_t> find_invalid_utf8(std::string_view bytes);

// Converts Windows-1252 to UTF-8. The undefined bytes 81, 8D, 8F, 90 and 9D become the C1 controls
// with the same code, so that no information is lost.
std::string utf8_from_windows_1252(std::string_view bytes);

struct DecodedText {
  std::string utf8;
  Encoding found = Encoding::Ascii;
};

// Decodes a string of unknown encoding. Well-formed UTF-8 is returned unchanged. If at most half of
// the high bytes are malformed, only those bytes are read as Windows-1252, and `found` is Utf8.
// Otherwise the whole string is read as Windows-1252; `found` is Latin1 if it contains no byte from
// 80 to 9F. To detect UTF-16, callers use find_utf16().
DecodedText decode_text(std::string_view bytes);

inline constexpr std::size_t kMaxCharacterLength = 4;

// Returns the length of the well-formed multi-byte UTF-8 character at the start of `bytes`; 0 if
// there is none.
std::size_t character_length(std::string_view bytes);

// Returns the length of the space or invisible character at the start of `bytes`; 0 if there is
// none, or if it is ASCII. Accepts both UTF-8 and Windows-1252. Variation selectors do not count.
std::size_t unicode_blank_length(std::string_view bytes);

// Returns the name of the space or invisible character at the start of `bytes`, such as "a no-break
// space".
std::string_view name_of_blank(std::string_view bytes);

// Checks whether `bytes` consist only of spaces, control characters and invisible characters.
bool is_blank_text(std::string_view bytes);

// Returns the number of columns. Each code point is one column, and so is each byte outside of code
// points. The counts of consecutive parts add up if no part ends inside a character.
std::size_t count_code_points(std::string_view bytes);

// Returns the size in bytes of the first `count` columns; at most bytes.size().
std::size_t size_of_code_points(std::string_view bytes, std::size_t count);

// Returns the code point of a well-formed character.
char32_t code_point_of(std::string_view character);

// Appends one code point. An invalid code point (a surrogate, or above U+10FFFF) becomes U+FFFD.
void append_utf8(char32_t code_point, std::string& utf8);

inline constexpr std::string_view kUtf8Bom = "\xEF\xBB\xBF";

// Returns the size of the UTF-8 or UTF-16 byte order mark at the start of `bytes`; 0 if there is
// none.
std::size_t byte_order_mark_size(std::string_view bytes);

// Returns the byte order of a file that begins with `start`, if the file is UTF-16. Detects a byte
// order mark, or NUL bytes at the same offset in most code units. A few hundred bytes are enough.
std::optional<Encoding> find_utf16(std::string_view start);

// A streaming converter from UTF-16 to UTF-8; chunks may end anywhere. Lossless: an unpaired
// surrogate becomes three bytes that are not UTF-8, and an incomplete unit at the end becomes one
// byte.
class Utf16Decoder {
 public:
  // Precondition: `byte_order` is Utf16Le or Utf16Be.
  explicit Utf16Decoder(Encoding byte_order) : byte_order_(byte_order) {}

  void append(std::string_view bytes, std::string& utf8);
  void finish(std::string& utf8);

 private:
  void append_unit(char16_t unit, std::string& utf8);

  Encoding byte_order_;
  std::optional<unsigned char> half_unit_;
  std::optional<char16_t> high_surrogate_;
};

// Returns the code points of a text in order; each malformed byte is an item of its own.
std::vector<std::string_view> code_points_of(std::string_view utf8);

// Returns 'x' for a printable character, and "the byte 0x07" for any other. Precondition: `text` is
// not empty.
std::string shown_character(std::string_view text);

// Returns the text in single quotes. Long text is truncated, and invisible bytes become "?".
std::string shown_text(std::string_view text);

// An index of the columns that count_code_points() counts, built in one pass over a text. The text
// must outlive the index.
class ColumnIndex {
 public:
  explicit ColumnIndex(std::string_view text);

  std::size_t size() const { return size_; }

  // Returns the byte offset of a column, counted from 0; the text size if the text has fewer
  // columns.
  std::size_t offset_of(std::size_t column) const;

  // Returns the text of up to `count` columns, starting at `column`.
  std::string_view text_of(std::size_t column, std::size_t count) const;

 private:
  static constexpr std::size_t kStep = 256;

  std::string_view text_;
  std::vector<std::size_t> offsets_;  // The offset of every column that is a multiple of kStep.
  std::size_t size_ = 0;
};

}  // namespace arbiter
