// Small questions about words.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// ASCII digits only.
constexpr bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

// ASCII letters only; other bytes are none, and are changed by nothing.
constexpr bool is_small(char c) { return static_cast<unsigned char>(c - 'a') < 26; }
constexpr bool is_capital(char c) { return static_cast<unsigned char>(c - 'A') < 26; }
constexpr bool is_letter(char c) { return is_small(c) || is_capital(c); }
constexpr char to_small(char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char to_capital(char c) { return is_small(c) ? static_cast<char>(c - 'a' + 'A') : c; }
std::string to_small(std::string_view text);

// `text` without the white space (space, tab, line ends, form feed, vertical
// tab) around it.
std::string_view trim(std::string_view text);

// ASCII letters count as equal to their capitals; other bytes are compared as they are.
bool equal_ignoring_case(std::string_view left, std::string_view right);

// How many bytes must be inserted, deleted, replaced or swapped with their
// neighbour to make one word of the other, where no part is changed twice
// ("optimal string alignment"). Cost: the product of the lengths.
std::size_t edit_distance(std::string_view left, std::string_view right);

// At most `limit` of `words` that are near in spelling to `word`, the nearest
// first and else in their given order. A word is near if no more than a third
// of the longer one (but at least one letter) has to change, or if one of the
// two begins with the other and at least three letters agree.
std::vector<std::string_view> nearest_words(std::string_view word,
                                            std::span<const std::string_view> words,
                                            std::size_t limit);

// Control characters of ASCII.

// Line ends and tabs are control characters too.
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

// In what is written, each of them is a blank.
inline std::string without_controls(std::string_view text) {
  std::string clean(text);
  std::ranges::replace_if(clean, is_control, ' ');
  return clean;
}

}  // namespace arbiter
