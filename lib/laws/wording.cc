#include "lib/laws/wording.h"

#include <fmt/format.h>

#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/notation/san.h"

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

namespace {

// Returns the half-moves before `ply`, counted from White's move with the first number.
std::uint32_t plies_before(std::uint32_t ply, FirstMove first) {
  return ply - 1 + (first.turn == Color::Black ? 1 : 0);
}

}  // namespace

std::int64_t plies_before(const Position& position) {
  return 2 * (std::int64_t{position.fullmove_number()} - 1) +
         (position.turn() == Color::Black ? 1 : 0);
}

std::uint32_t plies_between(const Position& first, const Position& later) {
  return static_cast<std::uint32_t>(plies_before(later) - plies_before(first));
}

std::string ply_name(std::uint32_t ply, FirstMove first) {
  if (ply == 0) return "the start";
  const std::uint32_t before = plies_before(ply, first);
  return fmt::format("{}'s move {}", to_string(before % 2 == 0 ? Color::White : Color::Black),
                     first.number + before / 2);
}

std::string half_moves(std::size_t count) {
  return fmt::format("{} half-move{}", count, count == 1 ? "" : "s");
}

std::string number_of_ply(std::uint32_t ply, FirstMove first) {
  const std::uint32_t before = plies_before(ply, first);
  return fmt::format("{}{}", first.number + before / 2, before % 2 == 0 ? "." : "...");
}

std::string number_text(const Position& position) { return number_of_ply(1, FirstMove(position)); }

std::string numbered_san(Move move, const Position& before) {
  return number_text(before) + ' ' + san_of(move, before);
}

std::string numbered_line(const Position& start, std::span<const Move> moves, std::size_t most) {
  std::string text;
  Position position = start;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i == most) return text + " ...";
    if (i > 0) text += ' ';
    const bool is_numbered = i == 0 || position.turn() == Color::White;
    text += is_numbered ? numbered_san(moves[i], position) : san_of(moves[i], position);
    position.play(moves[i]);
  }
  return text;
}

}  // namespace arbiter
