// Folding of names for comparison and search.
//
// Case, diacritics and compatibility forms are folded with utf8proc (NFKC_Casefold, marks
// stripped); the alphabets of Europe are transliterated with the table in name_folding.inc:
// "Карпов" and "KARPOV" become "karpov", "Müller" "muller", "Ødegård" "odegard".
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

// Returns the words of a name in small letters, separated by one blank; the first comma is kept as
// ", ". Apostrophes are dropped, and all characters except letters, digits and "_" separate words:
// "Carlsen,M." becomes "carlsen, m", "O'Kelly de Galway, A." "okelly de galway, a". Text without a
// word ("?") becomes empty. Other letters are kept. About 50 ns; names that are not ASCII about 1
// us.
std::string folded_name(std::string_view name);

}  // namespace arbiter
