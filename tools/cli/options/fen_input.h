// A FEN on the command line, in quotes or not.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/chess/position.h"
#include "lib/notation/fen.h"

namespace arbiter {

// Reads the first line of standard input, trimmed.
Result<std::string> read_fen_line();

// Returns how many words belong to a FEN that begins with the first of them: one if it is in
// quotes, otherwise at most six. Precondition: there are words.
std::size_t words_of_fen(const std::vector<std::string>& words);

// Returns the error of commands that accept one position and nothing after it.
Error unexpected_word(const std::string& word);

// Returns the FEN that the words contain, or the first line of standard input for "-". Without
// words, and for "startpos", returns that of the initial position. Fails if another word follows.
Result<std::string> fen_of_words(const std::vector<std::string>& words);

// Parses a FEN. The error has the reason, the text, and a mark under the place.
Result<ParsedFen> read_fen(const std::string& text);

// A position and the words after it.
struct PositionAndRest {
  Position position;
  std::vector<std::string> rest;
};

// Reads a position and the words after it. The position is a FEN, in quotes or with all six fields,
// "startpos", or "-": a line of standard input.
Result<PositionAndRest> read_position_first(const std::vector<std::string>& words);

// Returns the word itself, or the text of standard input ("-") or of a file of that name. A word
// with slashes and no spaces is a file name, whether the file exists or not. Fails if the text is
// longer than `max_bytes` or cannot be read.
Result<std::string> read_text_argument(const std::string& word, std::size_t max_bytes);

}  // namespace arbiter
