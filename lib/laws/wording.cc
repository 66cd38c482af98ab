#include "lib/laws/wording.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

namespace arbiter::laws {

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

}  // namespace arbiter::laws
