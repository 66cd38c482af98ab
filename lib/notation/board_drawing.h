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
  Ascii,    // letters as in a FEN, dots for empty squares
  Unicode,  // chess figures
  Colors,   // chess figures on coloured squares
};

struct BoardDrawing {
  BoardLook look = BoardLook::Unicode;
  Color bottom = Color::White;  // the side at the bottom
  Bitboard marked = {};  // marked squares are red, or in brackets if there are no colours: [K]
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
  Color bottom = Color::White;         // the side at the bottom
  std::optional<Move> last_move = {};  // its squares are tinted
  std::vector<MarkedSquare> marks = {};
  std::vector<Arrow> arrows = {};
  bool has_coordinates = true;
  BoardTheme theme = BoardTheme::Light;
  std::uint32_t size = 480;  // in pixels; legible from 160 on
  std::string title = {};    // text for screen readers; if empty, "Chess board"
};

// Returns a complete SVG document without references. Its size is about 6 kB.
std::string svg_of(const BoardPicture& picture);

// For a page with many boards: returns the shared parts, which the page contains once, before the
// boards that refer to them. The style sheet sets size and colours by the classes board,
// board-light, board-dark, board-moved and board-text. About 1.5 kB a board.
std::string svg_parts();
std::string svg_in_page(const BoardPicture& picture);

}  // namespace arbiter
