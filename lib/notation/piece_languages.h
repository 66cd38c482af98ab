// Which language a file's piece letters may be of.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "lib/base/namespaces.h"

namespace arbiter::notation {

struct PieceLanguage {
  std::string_view names;    // "German, Danish, ..."
  std::string_view letters;  // "KDTLS"
};

// The letters that are known (PGN 8.2.3.7 and more), the most common first;
// English is not among them.
std::span<const PieceLanguage> piece_languages();

// The languages in whose letters each of `words` can be read as a move: all of
// them where there are no words. For words that cannot be read in English; the
// more words, the fewer languages.
std::vector<PieceLanguage> languages_matching(std::span<const std::string_view> words);
std::vector<PieceLanguage> languages_matching(std::string_view word);

}  // namespace arbiter::notation
