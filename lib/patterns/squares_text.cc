#include "lib/patterns/squares_text.h"

#include <algorithm>
#include <utility>

#include "lib/base/text.h"

namespace arbiter {
namespace {

struct Span {
  int first = 0;
  int last = 7;
};

Bitboard rectangle(Span files, Span ranks) {
  if (files.first > files.last) std::swap(files.first, files.last);
  if (ranks.first > ranks.last) std::swap(ranks.first, ranks.last);
  Bitboard squares;
  for (int rank = ranks.first; rank <= ranks.last; ++rank) {
    for (int file = files.first; file <= files.last; ++file) {
      squares |= square_of(static_cast<File>(file), static_cast<Rank>(rank));
    }
  }
  return squares;
}

// A letter or digit from `first` to `last` at the start of the text, as a number from 0.
std::optional<int> take_one(std::string_view& text, char first, char last) {
  if (text.empty() || text[0] < first || text[0] > last) return std::nullopt;
  const int number = text[0] - first;
  text.remove_prefix(1);
  return number;
}

// "a", "a-c": nothing if there is none.
std::optional<Span> take_span(std::string_view& text, char first, char last) {
  const auto begin = take_one(text, first, last);
  if (!begin) return std::nullopt;
  std::string_view rest = text;
  if (!rest.starts_with('-')) return Span{*begin, *begin};
  rest.remove_prefix(1);
  const auto end = take_one(rest, first, last);
  if (!end) return Span{*begin, *begin};
  text = rest;
  return Span{*begin, *end};
}

std::optional<Bitboard> parse_item(std::string_view text) {
  if (text.size() == 5 && text[2] == '-') {
    const auto from = parse_square(text.substr(0, 2));
    const auto to = parse_square(text.substr(3));
    if (from && to) {
      return rectangle({index_of(file_of(*from)), index_of(file_of(*to))},
                       {index_of(rank_of(*from)), index_of(rank_of(*to))});
    }
  }
  const auto files = take_span(text, 'a', 'h');
  const auto ranks = take_span(text, '1', '8');
  if (!text.empty() || (!files && !ranks)) return std::nullopt;
  return rectangle(files.value_or(Span()), ranks.value_or(Span()));
}

std::optional<Men> man_of_letter(char letter) {
  const std::size_t code = std::string_view("pPnNbBrRqQkK").find(letter);
  if (code == std::string_view::npos) return std::nullopt;
  return men_of(Piece::from_code(static_cast<std::uint8_t>(code)));
}

}  // namespace

std::optional<Bitboard> parse_squares(std::string_view text) {
  Bitboard squares;
  while (true) {
    const std::size_t comma = text.find(',');
    const auto item = parse_item(text.substr(0, comma));
    if (!item) return std::nullopt;
    squares |= *item;
    if (comma == std::string_view::npos) return squares;
    text.remove_prefix(comma + 1);
  }
}

std::optional<Men> take_men(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  std::string_view letters = text.substr(0, 1);
  std::size_t length = 1;
  if (text[0] == '[') {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos || close == 1) return std::nullopt;
    letters = text.substr(1, close - 1);
    length = close + 1;
  }
  Men men = 0;
  for (const char letter : letters) {
    const auto man = man_of_letter(letter);
    if (!man) return std::nullopt;
    men |= *man;
  }
  text.remove_prefix(length);
  return men;
}

std::optional<Men> parse_roles(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  Men men = 0;
  bool is_letter_next = true;
  for (const char c : text) {
    const auto role = role_of_letter(c);
    if (role) {
      men |= men_of(*role);
    } else if (c != '|' || is_letter_next) {
      return std::nullopt;
    }
    is_letter_next = !role;
  }
  if (men == 0 || is_letter_next) return std::nullopt;
  return men;
}

std::optional<Men> men_named(std::string_view word) {
  if (word.ends_with('s')) word.remove_suffix(1);
  if (word == "piece") return kAllMen;
  for (int i = 0; i < 6; ++i) {
    const auto role = static_cast<Role>(i);
    if (word == to_string(role)) return men_of(role);
  }
  return std::nullopt;
}

}  // namespace arbiter
