#include "lib/laws/wording.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "lib/base/text.h"
#include "lib/chess/bitboard.h"

namespace arbiter {
namespace {

// Returns whether the text ends with a move number, as in "12. e4" and "12... e5".
bool follows_number(std::string_view before) { return trim(before).ends_with('.'); }

}  // namespace

std::string the_piece_on(Square square, const Board& board) {
  return fmt::format("the {} on {}", to_string(board.at(square)->role()), to_string(square));
}

std::string the_pieces_on(Bitboard squares, const Board& board) {
  const Piece piece = *board.at(squares.first());
  const bool is_one_kind = (squares & ~board.of(piece.color(), piece.role())).is_empty();
  std::vector<std::string> words;
  for (const Square square : squares) {
    words.push_back(is_one_kind ? to_string(square) : the_piece_on(square, board));
  }
  if (!is_one_kind) return listed(words);
  return fmt::format("the {} on {}", counted_name_of(piece.role(), squares.count()), listed(words));
}

std::string listed(std::span<const std::string> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

std::string counted_name_of(Role role, int count) {
  return std::string(to_string(role)) + (count == 1 ? "" : "s");
}

Bitboard squares_named_in(std::string_view sentence) {
  // The move before the explanation is skipped.
  const std::size_t colon = sentence.find(": ");
  if (colon != std::string_view::npos) sentence.remove_prefix(colon + 2);
  const auto is_of_word = [](char c) {
    return is_letter(c) || is_digit(c) || c == '-' || c == '=';
  };
  Bitboard squares;
  for (std::size_t at = 0; at < sentence.size();) {
    std::size_t end = at;
    while (end < sentence.size() && is_of_word(sentence[end])) ++end;
    const auto square = parse_square(sentence.substr(at, end - at));
    if (square && !follows_number(sentence.substr(0, at))) squares |= *square;
    at = end + 1;
  }
  return squares;
}

}  // namespace arbiter
