// The piece letters of the languages in which chess is written.
#pragma once

#include <span>
#include <string_view>

#include "lib/notation/piece_letters.h"

namespace arbiter {

// Languages that share their letters.
struct PieceLanguage {
  std::string_view names;    // "German, Danish, ..."
  std::string_view letters;  // "KDTLS"
};

// The letters that are known (PGN 8.2.3.7 and more), the most common first;
// English is not among them.
std::span<const PieceLanguage> piece_languages();

// The same, parsed: one for each of piece_languages().
std::span<const PieceLetters> language_letters();

}  // namespace arbiter
