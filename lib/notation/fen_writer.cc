#include <fmt/format.h>

#include <iterator>

#include "lib/base/text.h"
#include "lib/notation/fen.h"

namespace arbiter {
namespace {

void write_rank(const Board& board, Rank rank, std::string& text) {
  int empty = 0;
  for (int file = 0; file < 8; ++file) {
    const std::optional<Piece> piece = board.at(square_of(static_cast<File>(file), rank));
    if (!piece) {
      ++empty;
      continue;
    }
    if (empty > 0) text += static_cast<char>('0' + empty);
    empty = 0;
    text += letter_of(*piece);
  }
  if (empty > 0) text += static_cast<char>('0' + empty);
}

// Returns the squares of the rook's rank beyond the rook, seen from the king.
Bitboard squares_beyond(Square rook, CastlingSide side) {
  Bitboard beyond;
  for (const Square square : Bitboard(rank_of(rook))) {
    if (side == CastlingSide::King ? square > rook : square < rook) beyond |= square;
  }
  return beyond;
}

char castling_letter(const Setup& setup, Color color, CastlingSide side) {
  const Square rook = setup.castling.rook(color, side);
  const bool is_outermost =
      (setup.board.of(color, Role::Rook) & squares_beyond(rook, side)).is_empty();
  if (!is_outermost) return letter_of(file_of(rook));
  return side == CastlingSide::King ? 'k' : 'q';
}

void write_castling(const Setup& setup, CastlingLetters letters, std::string& text) {
  const std::size_t start = text.size();
  for (const Color color : {Color::White, Color::Black}) {
    for (const CastlingSide side : {CastlingSide::King, CastlingSide::Queen}) {
      if (!setup.castling.has(color, side)) continue;
      const char letter = letters == CastlingLetters::Shredder
                              ? letter_of(file_of(setup.castling.rook(color, side)))
                              : castling_letter(setup, color, side);
      text += color == Color::White ? to_capital(letter) : letter;
    }
  }
  if (text.size() == start) text += '-';
}

}  // namespace

std::string fen_of(const Setup& setup, CastlingLetters letters) {
  std::string text;
  text.reserve(92);
  for (int rank = 7; rank >= 0; --rank) {
    write_rank(setup.board, static_cast<Rank>(rank), text);
    if (rank > 0) text += '/';
  }
  text += setup.turn == Color::White ? " w " : " b ";
  write_castling(setup, letters, text);
  fmt::format_to(std::back_inserter(text), " {} {} {}",
                 setup.en_passant ? to_string(*setup.en_passant) : "-", setup.halfmove_clock,
                 setup.fullmove_number);
  return text;
}

std::string fen_of(const Position& position, CastlingLetters letters) {
  return fen_of(position.setup(), letters);
}

}  // namespace arbiter
