// Phrases for messages about pieces, half-moves and move numbers, and the history of a game.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "lib/chess/bitboard.h"
#include "lib/chess/board.h"
#include "lib/chess/position.h"
#include "lib/chess/setup.h"

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

namespace arbiter {

// The move number and the player of the first move of a game.
struct FirstMove {
  std::uint32_t number = 1;
  Color turn = Color::White;

  FirstMove() = default;
  explicit FirstMove(const Position& first) : number(first.fullmove_number()), turn(first.turn()) {}
};

// Returns the number of half-moves before the position, computed from its move number.
std::int64_t plies_before(const Position& position);

// Returns the number of half-moves from `first` to `later`, computed from their move numbers.
std::uint32_t plies_between(const Position& first, const Position& later);

// Returns "the start" for 0, and otherwise a text such as "White's move 12".
std::string ply_name(std::uint32_t ply, FirstMove first);

// Returns a text such as "1 half-move" or "12 half-moves".
std::string half_moves(std::size_t count);

// Returns the move number of the half-move `ply` (from 1), as "12." or "12...".
std::string number_of_ply(std::uint32_t ply, FirstMove first);

// Returns the number of the next move, as "12." or "12...".
std::string number_text(const Position& position);

// Returns a text such as "12. Nf3" or "12... Nf6". Precondition: `move` is legal in `before`.
std::string numbered_san(Move move, const Position& before);

// Returns a text such as "34. Ke3 Kd7 35. Ke4", truncated with "..." after `most` moves.
// Preconditions: the moves are legal from `start`; most > 0.
std::string numbered_line(const Position& start, std::span<const Move> moves,
                          std::size_t most = std::numeric_limits<std::size_t>::max());

// A view of the moves of a game up to a position, used for explanations. It must not outlive the
// objects it refers to.
struct GameHistory {
  const Setup& first;           // the initial position in the file, which must be playable
  std::span<const Move> moves;  // each is legal, from the initial position on
  const Position& now;          // the position after the moves, or one in a variation
};

// Returns the move number of the half-move `ply` (from 1) of a game that begins with `first`.
inline std::uint32_t move_number_of(std::uint32_t ply, const Setup& first) {
  const std::uint32_t shift = first.turn == Color::Black ? 1 : 0;
  return first.fullmove_number + (ply - 1 + shift) / 2;
}

}  // namespace arbiter
