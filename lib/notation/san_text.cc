#include "lib/notation/san_text.h"

#include "lib/chess/legal_moves.h"

namespace arbiter {
namespace {

void add_square(Square square, SanText& text) {
  text.add(letter_of(file_of(square)));
  text.add(digit_of(rank_of(square)));
}

// Other pieces of the same kind that may go to the same square.
Bitboard legal_twins(Move move, Role role, const Position& position) {
  const Board& board = position.board();
  Bitboard twins = attacks_of(role, move.to(), board.occupied()) & board.of(position.turn(), role) &
                   ~Bitboard(move.from());
  for (const Square twin : twins) {
    if (!position.leaves_king_safe(Move::normal(twin, move.to()))) twins &= ~Bitboard(twin);
  }
  return twins;
}

void add_origin(Square from, Bitboard twins, SanText& text) {
  if (twins.is_empty()) return;
  const bool file_suffices = (twins & file_of(from)).is_empty();
  const bool rank_suffices = (twins & rank_of(from)).is_empty();
  if (file_suffices || !rank_suffices) text.add(letter_of(file_of(from)));
  if (!file_suffices) text.add(digit_of(rank_of(from)));
}

void add_piece_move(Move move, Role role, const Position& position, SanText& text) {
  text.add(letter_of(role));
  if (role != Role::King) add_origin(move.from(), legal_twins(move, role, position), text);
  if (!position.board().is_empty(move.to())) text.add('x');
  add_square(move.to(), text);
}

void add_pawn_move(Move move, SanText& text) {
  if (file_of(move.from()) != file_of(move.to())) {
    text.add(letter_of(file_of(move.from())));
    text.add('x');
  }
  add_square(move.to(), text);
  if (move.kind() == MoveKind::Promotion) {
    text.add('=');
    text.add(letter_of(move.promotion_role()));
  }
}

// Without the sign of check.
SanText bare_san_text_of(Move move, const Position& before) {
  SanText text;
  if (move.kind() == MoveKind::Castling) {
    text.add(move.to() > move.from() ? "O-O" : "O-O-O");
  } else {
    const Role role = before.board().at(move.from())->role();
    if (role == Role::Pawn) {
      add_pawn_move(move, text);
    } else {
      add_piece_move(move, role, before, text);
    }
  }
  return text;
}

}  // namespace

SanText san_text_of(Move move, const Position& before, const Position& after) {
  SanText text = bare_san_text_of(move, before);
  if (after.is_check()) text.add(has_legal_move(after) ? '+' : '#');
  return text;
}

SanText san_text_of(Move move, const Position& position) {
  // Behind a captured king there is no position.
  if (move.to() == position.king(other(position.turn()))) return bare_san_text_of(move, position);
  Position after = position;
  after.play(move);
  return san_text_of(move, position, after);
}

std::string san_of(Move move, const Position& position) {
  return std::string(san_text_of(move, position).view());
}

}  // namespace arbiter
