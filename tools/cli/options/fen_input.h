// A FEN on the command line, in quotes or not.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lib/base/result.h"
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

}  // namespace arbiter
