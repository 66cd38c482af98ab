// Whole boards in a pattern: in the form of a FEN's first field, or the moves that lead there.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "lib/patterns/pattern.h"

namespace arbiter {

// Why a text is not one. The place is in bytes of the text.
struct BoardTextError {
  std::string message;
  std::size_t offset = 0;
  std::size_t length = 1;
};

// "8/pp3ppp/4p3/8/3P4/8/PP3PPP/8": pawns alone.
std::variant<PawnStructure, BoardTextError> parse_pawns(std::string_view text);

// As a FEN, with ? for anything, ! for any piece, A for a white one, a for a black one, several of
// these in brackets for one of them ([^Pp]: none of them), _ or a digit for empty squares, and one
// * in a rank for anything on the squares that are missing.
std::variant<BoardHolds, BoardTextError> parse_board_pattern(std::string_view text);

}  // namespace arbiter
