#include "lib/laws/wording.h"

#include <fmt/format.h>

#include <vector>

#include "lib/chess/bitboard.h"

namespace arbiter {

Sentence the_piece_on(Square square, const Board& board) {
  return sentence("the {} on {}", to_string(board.at(square)->role()), square);
}

Sentence the_pieces_on(Bitboard squares, const Board& board) {
  const Piece piece = *board.at(squares.first());
  const bool is_one_kind = (squares & ~board.of(piece.color(), piece.role())).is_empty();
  std::vector<Sentence> words;
  for (const Square square : squares) {
    words.push_back(is_one_kind ? sentence("{}", square) : the_piece_on(square, board));
  }
  if (!is_one_kind) return listed(words);
  return sentence("the {} on {}", counted_name_of(piece.role(), squares.count()), listed(words));
}

namespace {

template <class Words>
Words joined(std::span<const Words> words) {
  Words text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace

std::string listed(std::span<const std::string> words) { return joined(words); }

Sentence listed(std::span<const Sentence> words) { return joined(words); }

std::string counted_name_of(Role role, int count) {
  return std::string(to_string(role)) + (count == 1 ? "" : "s");
}

}  // namespace arbiter
