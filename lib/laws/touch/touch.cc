#include "lib/laws/touch/touch.h"

#include <fmt/format.h>

#include "lib/laws/wording.h"
#include "lib/notation/shown_text.h"

namespace arbiter {
namespace {

Error no_touch(std::string_view word) {
  return {
      fmt::format("{} is not a touch: write e4 for the piece on that square, e4+d5 for two at "
                  "once, g1-f3 for a piece released on f3, e8=Q for a new queen",
                  shown_text(word))};
}

Result<Square> occupied_square(std::string_view text, const Position& position) {
  const auto square = parse_square(text);
  if (!square) {
    return Error{fmt::format("{} is not a square (a1 to h8)", shown_text(text))};
  }
  if (position.board().is_empty(*square)) {
    return Error{fmt::format("nothing stands on {}", text)};
  }
  return *square;
}

Result<Touch> together(Square a, Square b, const Position& position) {
  const Board& board = position.board();
  const Bitboard own = board.of(position.turn());
  const Square king = position.king(position.turn());
  const Bitboard rooks = own & board.of(Role::Rook);
  const bool b_is_first = (!own.contains(a) && own.contains(b)) || (b == king && rooks.contains(a));
  const Square first = b_is_first ? b : a;
  const Square second = b_is_first ? a : b;
  const bool is_castling = first == king && rooks.contains(second);
  if (!is_castling && own.contains(a) == own.contains(b)) {
    return Error{
        fmt::format("{} and {} belong to one player: list them separately, in the order in which "
                    "they were touched",
                    the_piece_on(a, board), the_piece_on(b, board))};
  }
  return Touch(TouchedTogether{first, second});
}

Result<Touch> released(Square from, std::string_view on, const Position& position) {
  const auto square = parse_square(on);
  if (!square) return Error{fmt::format("{} is not a square (a1 to h8)", shown_text(on))};
  if (!position.board().of(position.turn()).contains(from)) {
    return Error{fmt::format("{} does not belong to {}", the_piece_on(from, position.board()),
                             to_string(position.turn()))};
  }
  if (from == *square) {
    return Error{fmt::format("{} is where the piece stood: write {} alone", on, on)};
  }
  return Touch(ReleasedPiece{from, *square});
}

Result<Touch> new_piece(std::string_view text, std::string_view letter, const Position& position) {
  const auto square = parse_square(text);
  if (!square || relative_rank(position.turn(), *square) != Rank::Eight) {
    return Error{fmt::format("{} is not a square on the last rank of {}'s pawns", shown_text(text),
                             to_string(position.turn()))};
  }
  const auto role = letter.size() == 1 ? role_of_letter(letter[0]) : std::nullopt;
  if (!role || *role == Role::Pawn || *role == Role::King) {
    return Error{fmt::format(
        "a pawn becomes a queen, rook, bishop or knight (Q, R, B, N; Laws 3.7.3.3), not {}",
        shown_text(letter))};
  }
  return Touch(NewPiece{*square, *role});
}

}  // namespace

Result<Touch> parse_touch(std::string_view word, const Position& position) {
  constexpr std::size_t kSquareSize = 2;
  const std::size_t sign = word.find_first_of("+-=");
  if (sign == std::string_view::npos) {
    const auto square = occupied_square(word, position);
    if (!square) return Error{square.error()};
    return Touch(TouchedPiece{*square});
  }
  if (sign != kSquareSize) return no_touch(word);
  const std::string_view left = word.substr(0, sign);
  const std::string_view right = word.substr(sign + 1);
  if (word[sign] == '=') return new_piece(left, right, position);
  if (right.empty()) return no_touch(word);
  const auto first = occupied_square(left, position);
  if (!first) return Error{first.error()};
  if (word[sign] == '-') return released(*first, right, position);
  const auto second = occupied_square(right, position);
  if (!second) return Error{second.error()};
  if (*first == *second) return no_touch(word);
  return together(*first, *second, position);
}

std::string to_string(const Touch& touch, const Board& board) {
  if (const auto* piece = std::get_if<TouchedPiece>(&touch)) {
    return the_piece_on(piece->square, board);
  }
  if (const auto* pair = std::get_if<TouchedTogether>(&touch)) {
    return fmt::format("{} and {} together", the_piece_on(pair->first, board),
                       the_piece_on(pair->second, board));
  }
  if (const auto* released = std::get_if<ReleasedPiece>(&touch)) {
    return fmt::format("{}, released on {}", the_piece_on(released->from, board),
                       to_string(released->on));
  }
  const auto& piece = std::get<NewPiece>(touch);
  return fmt::format("a new {} on {}", to_string(piece.role), to_string(piece.square));
}

}  // namespace arbiter
