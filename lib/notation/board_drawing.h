// Boards as text for a terminal, and as SVG images.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/chess/bitboard.h"
#include "lib/chess/board.h"

namespace arbiter {

enum class BoardLook {
  Ascii,    // FEN letters, dots for empty squares
  Unicode,  // Unicode chess symbols
  Colors,   // Unicode chess symbols on coloured squares
};

struct BoardDrawing {
  BoardLook look = BoardLook::Unicode;
  Color bottom = Color::White;
  Bitboard marked = {};  // marked squares: red, or in brackets without colours: [K]
};

// Returns eight ranks with their digits, and a line with the file letters.
std::string drawing_of(const Board& board, BoardDrawing drawing);

// The mark colours of the %csl and %cal commands.
enum class MarkColor : std::uint8_t { Green, Red, Yellow, Blue };

struct MarkedSquare {
  Square square;
  MarkColor color = MarkColor::Green;
};

struct Arrow {
  Square from;
  Square to;
  MarkColor color = MarkColor::Green;
};

enum class BoardTheme : std::uint8_t { Light, Dark };

struct BoardPicture {
  Board board;
  Color bottom = Color::White;
  std::optional<Move> last_move = {};  // the move whose squares are tinted
  std::vector<MarkedSquare> marks = {};
  std::vector<Arrow> arrows = {};
  bool has_coordinates = true;
  BoardTheme theme = BoardTheme::Light;
  std::uint32_t size = 480;  // width and height in pixels; at least 160 to be legible
  std::string title = {};    // text for screen readers; if empty, "Chess board"
};

// Returns a self-contained SVG document of about 6 kB.
std::string svg_of(const BoardPicture& picture);

// Returns the definitions shared by all boards of a page, which must precede the boards that refer
// to them. A style sheet sets size and colours through the classes board, board-light, board-dark,
// board-moved and board-text. Each board then needs about 1.5 kB.
std::string svg_parts();
std::string svg_in_page(const BoardPicture& picture);

}  // namespace arbiter
