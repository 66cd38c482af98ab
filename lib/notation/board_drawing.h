// A board in a terminal.
#pragma once

#include <string>

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
  Color bottom = Color::White;  // whose side is below
  Bitboard marked = {};         // squares on red; without colours a > precedes them
};

// Eight ranks with their digits, and a line with the letters of the files.
std::string drawing_of(const Board& board, BoardDrawing drawing);

}  // namespace arbiter
