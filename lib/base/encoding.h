// How the bytes of a games file stand for characters. The standard asks for
// ISO 8859-1 (PGN 4.1); today's files are UTF-8, and old ones mostly
// Windows-1252. Everything behind the reader is UTF-8.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

enum class Encoding { Ascii, Utf8, Latin1, Windows1252, Utf16Le, Utf16Be };

// The name a person knows it by: "UTF-8", "Windows-1252".
std::string_view to_string(Encoding encoding);

bool is_ascii(std::string_view bytes);

// Well-formed by the Unicode standard: no overlong forms, no surrogates,
// nothing above U+10FFFF. ASCII passes at memory speed.
bool is_utf8(std::string_view bytes);

// Offset of the first byte that does not belong to a well-formed sequence.
std::optional<std::size_t> find_invalid_utf8(std::string_view bytes);

// The bytes 81, 8D, 8F, 90 and 9D, which Windows-1252 leaves undefined, become
// the C1 controls of the same number, so that nothing is lost.
std::string utf8_from_windows_1252(std::string_view bytes);

struct DecodedText {
  std::string utf8;
  Encoding found = Encoding::Ascii;
};

// Reads one string whose encoding nobody wrote down: well-formed UTF-8 stays as it is. Where stray
// bytes stand among at least as many sequences of UTF-8, only they are read as Windows-1252, and
// `found` is Utf8; anything else is all Windows-1252, and `found` Latin1 where no byte of 80..9F
// tells the two apart. UTF-16 is a matter of the whole file, see below.
DecodedText decode_text(std::string_view bytes);

// The column measure: code points, and bytes that belong to none. Pieces cut
// between characters add up to the whole.
std::size_t count_code_points(std::string_view bytes);

// How many bytes the first `count` of these take; at most bytes.size().
std::size_t size_of_code_points(std::string_view bytes, std::size_t count);

// Appends one code point; what is no character (a surrogate, above U+10FFFF)
// becomes U+FFFD.
void append_utf8(char32_t code_point, std::string& utf8);

inline constexpr std::string_view kUtf8Bom = "\xEF\xBB\xBF";

// Size in bytes of the byte order mark, of UTF-8 or UTF-16, that `bytes`
// starts with; 0 where there is none.
std::size_t byte_order_mark_size(std::string_view bytes);

// Whether a file that starts with `start` is UTF-16, and in which byte order:
// by its mark, or because its units have mostly one NUL half, always on the
// same side. A few hundred bytes are enough. Never returns another encoding.
std::optional<Encoding> find_utf16(std::string_view start);

// Turns UTF-16 into UTF-8 piece by piece, cut anywhere. Half a surrogate pair
// and half a unit at the end become U+FFFD.
class Utf16Decoder {
 public:
  // `byte_order` is Utf16Le or Utf16Be.
  explicit Utf16Decoder(Encoding byte_order) : byte_order_(byte_order) {}

  void append(std::string_view bytes, std::string& utf8);
  void finish(std::string& utf8);

 private:
  void append_unit(char16_t unit, std::string& utf8);

  Encoding byte_order_;
  std::optional<unsigned char> half_unit_;
  std::optional<char16_t> high_surrogate_;
};

// Returns the code points of a text, and each byte that belongs to none, in their order.
std::vector<std::string_view> code_points_of(std::string_view utf8);

}  // namespace arbiter
