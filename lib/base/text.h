// Small functions for characters, words, numbers and quantities in text.
#pragma once

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace arbiter {

constexpr bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

// Functions for ASCII letters; other bytes are not letters and remain unchanged.
constexpr bool is_small(char c) { return static_cast<unsigned char>(c - 'a') < 26; }
constexpr bool is_capital(char c) { return static_cast<unsigned char>(c - 'A') < 26; }
constexpr bool is_letter(char c) { return is_small(c) || is_capital(c); }
constexpr char to_small(char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char to_capital(char c) { return is_small(c) ? static_cast<char>(c - 'a' + 'A') : c; }
std::string to_small(std::string_view text);

// Removes `prefix` from the front of `text`. Returns false if `text` does not begin with it.
constexpr bool skip_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Checks whether `word` is one of the words in `list`, which are separated by "|".
bool is_listed(std::string_view word, std::string_view list);

// Returns `text` without the white space (space, tab, line ends, form feed, vertical tab) around
// it.
std::string_view trim(std::string_view text);

// Compares two strings, ignoring the case of ASCII letters.
bool equal_ignoring_case(std::string_view left, std::string_view right);

// Returns the minimum cost of turning `left` into `right` by inserting, deleting, replacing or
// swapping bytes. Swapped bytes are not edited again ("optimal string alignment" distance).
// `insertion` is the cost of an insertion or a deletion, and `swap` is the cost of swapping two
// adjacent bytes. `replacement(l, r)` is the cost of one replacement. Time: O(left * right).
template <class Replacement>
std::size_t weighted_edit_distance(std::string_view left, std::string_view right,
                                   std::size_t insertion, std::size_t swap,
                                   Replacement replacement) {
  // The last three rows of the dynamic programming table.
  std::vector<std::size_t> before(right.size() + 1), above(right.size() + 1), row(right.size() + 1);
  for (std::size_t j = 0; j <= right.size(); ++j) above[j] = j * insertion;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    row[0] = i * insertion;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const char l = left[i - 1];
      const char r = right[j - 1];
      const std::size_t change = l == r ? 0 : replacement(l, r);
      row[j] = std::min({above[j] + insertion, row[j - 1] + insertion, above[j - 1] + change});
      const bool is_swapped = i > 1 && j > 1 && l == right[j - 2] && left[i - 2] == r && l != r;
      if (is_swapped) row[j] = std::min(row[j], before[j - 2] + swap);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[right.size()];
}

// Returns the edit distance of two words, with cost 1 for each insertion, deletion, replacement or
// swap.
inline std::size_t edit_distance(std::string_view left, std::string_view right) {
  return weighted_edit_distance(left, right, 1, 1, [](char, char) { return 1; });
}

// Returns whether `part` is one of the parts of the word between "-" or "_".
bool has_part(std::string_view word, std::string_view part);

// Returns at most `limit` of `words` that are close to `word`, in three groups:
// - words of which `word`, with at least three letters, is a part, as "elo" is of "white_elo";
// - words whose spelling differs in at most one letter, or one third of the longer word, and words
//   of which one is a prefix of the other with at least three letters;
// - words that contain the first part of `word`, with at least four letters.
// Each group is sorted by edit distance. Equally close words keep their order.
std::vector<std::string_view> nearest_words(std::string_view word,
                                            std::span<const std::string_view> words,
                                            std::size_t limit);

// Checks whether `c` is an ASCII control character, including line ends and tabs.
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

// Checks whether `c` is a space or a control character below the space, such as a line end.
constexpr bool is_space_or_control(char c) { return static_cast<unsigned char>(c) <= ' '; }

// Replaces each control character with a space.
inline std::string without_controls(std::string_view text) {
  std::string clean(text);
  std::ranges::replace_if(clean, is_control, ' ');
  return clean;
}

// Parses a number, which must be the whole text.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Returns the same as parse_number(), and also accepts a "+" before the number.
template <class Number>
std::optional<Number> parse_signed_number(std::string_view text) {
  return parse_number<Number>(text.substr(text.starts_with('+') ? 1 : 0));
}

using Duration = std::chrono::duration<double>;

// Returns a number such as "12,345,678".
std::string with_commas(std::uint64_t number);

// Returns a count such as "1 game" or "2,000 games". `many` is an irregular plural.
std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});

// Returns a duration such as "0.4 ms", "23 ms", "4.2 s", "3 min 20 s" or "2 h 5 min".
std::string duration_text(Duration time);

// Returns a rate with a prefix and three digits, such as "950", "12.3 thousand" or "4.56 million".
std::string rate_text(double per_second);

// Returns a size such as "39.1 MB" (10^6 bytes), "812 kB" or "17 bytes".
std::string size_text(std::uint64_t bytes);

}  // namespace arbiter
