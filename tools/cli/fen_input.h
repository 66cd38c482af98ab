// A FEN on the command line, in quotes or not.
#pragma once

#include <string>
#include <vector>

#include "lib/base/result.h"
#include "lib/notation/fen.h"

namespace arbiter {

// The FEN that the words are, or the first line of standard input for "-"; for
// none of them, and for "startpos", that of the first position.
Result<std::string> fen_of_words(const std::vector<std::string>& words);

// The reason, the text, and a mark under the place.
Error unreadable_fen(const std::string& text, const FenError& fault);

}  // namespace arbiter
