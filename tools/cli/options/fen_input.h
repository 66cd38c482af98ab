// A FEN on the command line, in quotes or not.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/position.h"
#include "lib/notation/fen.h"

namespace arbiter {

// The first line of standard input, without what surrounds it.
Result<std::string> read_fen_line();

// How many of the words a FEN takes that begins with the first of them: one where
// that is all of it, at most six where it is not in quotes. Precondition: there
// are words.
std::size_t words_of_fen(const std::vector<std::string>& words);

// For commands that take one position and nothing behind it.
Error superfluous_word(const std::string& word);

// The FEN that the words are, or the first line of standard input for "-"; for
// none of them, and for "startpos", that of the initial position. An error where a
// word follows it.
Result<std::string> fen_of_words(const std::vector<std::string>& words);

// The reason, the text, and a mark under the place.
Error unreadable_fen(const std::string& text, const FenError& fault);

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
