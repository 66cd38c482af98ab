// Marks on the board that comments ask for: [%csl Ga4,Rb5] and [%cal Gg1f3].
#pragma once

#include <string_view>
#include <vector>

#include "lib/notation/board_drawing.h"

namespace arbiter {

struct BoardMarks {
  std::vector<MarkedSquare> squares = {};
  std::vector<Arrow> arrows = {};
};

// Adds the marks that the text of a comment, without its braces, asks for. Those that are not well
// formed are passed over.
void add_marks(std::string_view comment, BoardMarks& marks);

}  // namespace arbiter
