// Words of the command line that name a position or a text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/position.h"

namespace arbiter {

// A position and the words behind it.
struct PositionAndRest {
  Position position;
  std::vector<std::string> rest;
};

// The position is a FEN in quotes or without them (then with all six fields),
// "startpos", or "-": a line of standard input. The error says what is missing.
Result<PositionAndRest> read_position_first(const std::vector<std::string>& words);

// The word itself; for "-" standard input, and where there is a file of that name,
// what is in it. A word with strokes and no blanks is the name of a file, there or
// not. Fails where that is more than `most_bytes` or cannot be read.
Result<std::string> read_text_argument(const std::string& word, std::size_t most_bytes);

}  // namespace arbiter
