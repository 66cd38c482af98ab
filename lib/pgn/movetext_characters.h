// Character classes of movetext, and word boundaries (PGN 7). All texts must be followed by a NUL
// and readable bytes, so only the PGN readers use this header.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "lib/base/encoding.h"
#include "lib/base/text.h"

namespace arbiter {
namespace movetext_characters {

enum class CharClass : std::uint8_t {
  Symbol,
  Letter,
  Digit,
  Blank,
  Dot,
  Mark,
  Nag,
  BraceOpen,
  Semicolon,
  Percent,
  ParenOpen,
  ParenClose,
  BracketOpen,
  Star,
  Nul,
  Stray,
};

constexpr std::array<CharClass, 256> char_classes() {
  std::array<CharClass, 256> table{};
  table.fill(CharClass::Symbol);
  for (int c = 1; c <= ' '; ++c) table[static_cast<std::size_t>(c)] = CharClass::Blank;
  for (const char c : std::string_view("abcdefghNBRQKO")) {
    table[static_cast<unsigned char>(c)] = CharClass::Letter;
  }
  for (int c = '0'; c <= '9'; ++c) table[static_cast<std::size_t>(c)] = CharClass::Digit;
  table['.'] = CharClass::Dot;
  table['!'] = table['?'] = CharClass::Mark;
  table['$'] = CharClass::Nag;
  table['{'] = CharClass::BraceOpen;
  table[';'] = CharClass::Semicolon;
  table['%'] = CharClass::Percent;
  table['('] = CharClass::ParenOpen;
  table[')'] = CharClass::ParenClose;
  table['['] = CharClass::BracketOpen;
  table['*'] = CharClass::Star;
  table[0] = CharClass::Nul;
  for (const char c : std::string_view(",}]<>\"")) {
    table[static_cast<unsigned char>(c)] = CharClass::Stray;
  }
  return table;
}
inline constexpr std::array<CharClass, 256> kClass = char_classes();

inline CharClass class_of(char c) { return kClass[static_cast<unsigned char>(c)]; }

constexpr std::array<bool, 256> symbol_characters() {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < table.size(); ++c) {
    table[c] = kClass[c] == CharClass::Symbol || kClass[c] == CharClass::Letter ||
               kClass[c] == CharClass::Digit;
  }
  return table;
}
inline constexpr std::array<bool, 256> kInSymbol = symbol_characters();

inline bool in_symbol(char c) { return kInSymbol[static_cast<unsigned char>(c)]; }

// Returns the length of the non-ASCII space or invisible character at `text`; 0 if there is none.
inline std::size_t blank_length(const char* text) {
  return (*text & 0x80) == 0 ? 0 : unicode_blank_length({text, kMaxCharacterLength});
}

// An annotation sign in the text; length 0 if there is none.
struct WrittenSign {
  std::size_t length = 0;
  std::uint32_t nag = 0;
};

// Returns the non-ASCII sign at `text`, in UTF-8 or Windows-1252.
WrittenSign sign_at(const char* text);

// A time such as "(0:05)" or "(1:02:30)".
struct WrittenTime {
  std::size_t length = 0;  // 0 if there is none
  std::uint32_t seconds = 0;
};
WrittenTime time_in_parentheses(const char* text);

// Returns the digit of a superscript 1, 2 or 3, in UTF-8 or Windows-1252; NUL for other text.
char raised_digit(std::string_view text);

// Returns the sign in parentheses at `text`, such as "(D)".
WrittenSign sign_in_parentheses(const char* text);

// An HTML entity, such as "&nbsp;" or "&#43;"; length 0 if there is none.
struct HtmlEntity {
  std::size_t length = 0;
  std::string character = {};

  bool is_blank() const { return character == " " || unicode_blank_length(character) > 0; }
};
HtmlEntity entity_at(std::string_view text);
inline constexpr std::size_t kMaxEntity = 12;  // maximum length of an HtmlEntity

// Replaces HTML entities by their characters.
std::string with_characters(std::string_view html);

// Returns the end of a symbol if the ";" at `stop` belongs to an HTML entity. The symbol continues
// after the entity; a space entity ends the symbol before it. Returns `stop` if there is no entity.
const char* end_with_entities(const char* text, const char* stop);

// Returns the length of a LaTeX command with moves at `text`, such as "\mainline{"; 0 if there is
// none.
std::size_t game_command_length(const char* text);

// Returns the end of the symbol that begins at `text` if a Unicode space or sign is at `stop`;
// otherwise null. The byte at `stop` is not ASCII. Windows-1252 signs count only after ASCII,
// because elsewhere their bytes may be part of a UTF-8 character.
const char* end_before_sign(const char* text, const char* stop);

// Returns the end of the symbol at `text`.
inline const char* symbol_end(const char* text) {
  const char* stop = text + 1;
  for (; in_symbol(*stop); ++stop) {
    if ((*stop & 0x80) == 0) [[likely]]
      continue;
    if (const char* end = end_before_sign(text, stop)) return end;
  }
  return stop;
}

// Returns the length of a word that begins with a zero but is not a number; 0 if there is none.
// These are the null move "0000" and the draws "0.5-0.5" and "0,5-0,5".
inline std::size_t zero_word_length(const char* text) {
  for (const std::string_view word : {"0000", "0.5-0.5", "0,5-0,5"}) {
    const bool stands_here = std::memcmp(text, word.data(), word.size()) == 0;
    const char behind = text[stands_here ? word.size() : 0];
    if (stands_here && !in_symbol(behind) && behind != '.') return word.size();
  }
  return 0;
}

// Numbers with more digits count as kHugeNumber.
inline constexpr std::ptrdiff_t kMaxDigits = 9;

inline bool is_name(char c) { return (in_symbol(c) && c != '/' && c != '=') || c == ','; }

// Checks for "(Q)" directly after the target square of a pawn move: e8(Q), e8=(Q).
inline bool has_promotion_in_brackets(const char* at) {
  const bool is_piece = std::string_view("NBRQnbrq").find(at[1]) != std::string_view::npos;
  return at[0] == '(' && is_piece && at[2] == ')' &&
         (at[-1] == '1' || at[-1] == '8' || at[-1] == '=');
}

inline const char* line_end(const char* at, const char* end) {
  while (at < end && *at != '\n' && *at != '\r') ++at;
  return at;
}

// Returns the length of the terminator at `text`, or 0.
inline std::size_t result_length(const char* text) {
  for (const std::string_view result : {"1-0", "0-1", "1/2-1/2"}) {
    if (std::memcmp(text, result.data(), result.size()) != 0) continue;
    const char* const end = text + result.size();
    const bool is_end = !in_symbol(*end) || blank_length(end) > 0 || sign_at(end).length > 0;
    if (is_end) return result.size();
  }
  return 0;
}

}  // namespace movetext_characters

// Reads a move number, "7." "12." "12...", from one 8-byte word. About 2 ns.
class SmallNumber {
 public:
  explicit SmallNumber(const char* text) {
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t word;
    std::memcpy(&word, text, sizeof word);
    // A byte of `digits` is below ten if the text has a digit there.
    const std::uint64_t digits = word ^ 0x3030'3030'3030'3030;
    const std::uint64_t others =
        ((digits + 0x7676'7676'7676'7676) | digits) & 0x8080'8080'8080'8080;
    const auto bits = static_cast<unsigned>(std::countr_zero(others)) & ~7U;
    digits_ = bits / 8;
    dots_ = static_cast<unsigned>(std::countr_zero(word >> (bits & 63) ^ 0x2E2E'2E2E)) / 8;
    const auto two = static_cast<std::uint32_t>(digits) << ((16 - bits) & 31);  // tens, then ones
    value_ = (two & 0xFF) * 10 + (two >> 8 & 0xFF);
    starts_with_zero_ = *text == '0';
  }

  // Checks for one or two digits, not starting with a zero, and one to three dots. Otherwise the
  // other functions are meaningless.
  bool is_plain() const { return (digits_ - 1 < 2) & (dots_ - 1 < 3) & !starts_with_zero_; }

  // Checks for is_plain() and a number other than 1.
  bool is_plain_and_later() const {
    return (digits_ - 1 < 2) & (dots_ - 1 < 3) & (value_ > 8 * digits_ - 7);
  }

  std::uint32_t value() const { return value_; }
  std::uint8_t dots() const { return static_cast<std::uint8_t>(dots_); }
  std::size_t length() const { return digits_ + dots_; }

 private:
  unsigned digits_;
  unsigned dots_;
  std::uint32_t value_;
  bool starts_with_zero_;
};

}  // namespace arbiter
