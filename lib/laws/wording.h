// Phrases about pieces for messages.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "lib/chess/board.h"

namespace arbiter {

// A sentence or a part of one, and the squares that it mentions.
struct Sentence {
  std::string text;
  Bitboard squares = {};

  Sentence() = default;
  Sentence(std::string words) : text(std::move(words)) {}
  Sentence(std::string_view words) : text(words) {}
  Sentence(const char* words) : text(words) {}

  operator const std::string&() const { return text; }
  Sentence& operator+=(const Sentence& more) {
    text += more.text;
    squares |= more.squares;
    return *this;
  }
};

// Returns an argument of sentence() in the form for fmt, and adds its squares to `squares`.
template <class T>
decltype(auto) named_in_sentence(const T& value, Bitboard& squares) {
  if constexpr (std::is_same_v<T, Square>) {
    squares |= value;
    return to_string(value);
  } else if constexpr (std::is_same_v<T, Sentence>) {
    squares |= value.squares;
    return std::string_view(value.text);
  } else {
    return (value);
  }
}

// Formats values as fmt::format does. The result includes the squares of all values, which may be
// squares or sentences.
template <class... Args>
Sentence sentence(std::string_view format, const Args&... args) {
  Sentence made;
  made.text = fmt::format(fmt::runtime(format), named_in_sentence(args, made.squares)...);
  return made;
}

// Returns a phrase such as "the rook on d8". Precondition: the square is occupied.
Sentence the_piece_on(Square square, const Board& board);

// Returns a phrase for one or more pieces in the order of their squares. Examples: "the knights on
// b1 and g1" for pieces of one kind, otherwise "the rook on d8 and the bishop on b5". Precondition:
// `squares` is not empty, and all are occupied.
Sentence the_pieces_on(Bitboard squares, const Board& board);

// Returns the words as a list: "a", "a and b", "a, b and c".
std::string listed(std::span<const std::string> words);
Sentence listed(std::span<const Sentence> words);

// Returns the piece name in the singular if `count` is 1, otherwise in the plural: "pawn",
// "knights".
std::string counted_name_of(Role role, int count);

}  // namespace arbiter

template <>
struct fmt::formatter<arbiter::Sentence> : fmt::formatter<fmt::string_view> {
  template <class Context>
  auto format(const arbiter::Sentence& sentence, Context& context) const {
    return fmt::formatter<fmt::string_view>::format(sentence.text, context);
  }
};
