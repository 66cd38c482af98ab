#include "lib/notation/board_drawing.h"

#include <fmt/format.h>

#include <string_view>

namespace arbiter {
namespace {

constexpr std::string_view kLightSquare = "\x1b[48;5;180m";
constexpr std::string_view kDarkSquare = "\x1b[48;5;137m";
constexpr std::string_view kMarkedSquare = "\x1b[48;5;167m";
constexpr std::string_view kWhitePiece = "\x1b[38;5;231m";
constexpr std::string_view kBlackPiece = "\x1b[38;5;16m";
constexpr std::string_view kPlain = "\x1b[0m";

// By the code of the piece: black pawn, white pawn, black knight, ...
constexpr std::string_view kFigures[] = {"♟", "♙", "♞", "♘", "♝", "♗",
                                         "♜", "♖", "♛", "♕", "♚", "♔"};

std::string_view filled_figure(Piece piece) {
  return kFigures[Piece(Color::Black, piece.role()).code()];
}

std::string colored_square(const Board& board, Square square, bool is_marked) {
  const std::string_view background = is_marked                       ? kMarkedSquare
                                      : kDarkSquares.contains(square) ? kDarkSquare
                                                                      : kLightSquare;
  const auto piece = board.at(square);
  if (!piece) return fmt::format("{}   {}", background, kPlain);
  return fmt::format("{}{} {} {}", background,
                     piece->color() == Color::White ? kWhitePiece : kBlackPiece,
                     filled_figure(*piece), kPlain);
}

std::string drawn_square(const Board& board, Square square, const BoardDrawing& drawing) {
  const bool is_marked = drawing.marked.contains(square);
  if (drawing.look == BoardLook::Colors) return colored_square(board, square, is_marked);
  const char before = is_marked ? '>' : ' ';
  const auto piece = board.at(square);
  if (!piece) return fmt::format("{}{}", before, drawing.look == BoardLook::Ascii ? "." : "·");
  if (drawing.look == BoardLook::Ascii) return {before, letter_of(*piece)};
  return fmt::format("{}{}", before, kFigures[piece->code()]);
}

}  // namespace

std::string drawing_of(const Board& board, BoardDrawing drawing) {
  const auto nth = [&](int index) { return drawing.bottom == Color::White ? index : 7 - index; };
  std::string text;
  for (int row = 7; row >= 0; --row) {
    const auto rank = static_cast<Rank>(nth(row));
    text += fmt::format("  {} ", digit_of(rank));
    for (int column = 0; column < 8; ++column) {
      text += drawn_square(board, square_of(static_cast<File>(nth(column)), rank), drawing);
    }
    text += '\n';
  }
  text += "    ";
  for (int column = 0; column < 8; ++column) {
    const char letter = letter_of(static_cast<File>(nth(column)));
    text += drawing.look == BoardLook::Colors ? fmt::format(" {} ", letter)
                                              : fmt::format(" {}", letter);
  }
  return text + '\n';
}

}  // namespace arbiter
