// Names as searches compare them.
//
// Case, diacritics and compatibility forms are folded with utf8proc (NFKC_Casefold,
// marks stripped); the alphabets of Europe are written in Latin letters by the table in
// name_folding.inc: "Карпов" and "KARPOV" are "karpov", "Müller" is "muller", "Ødegård" "odegard".
#pragma once

#include <string>
#include <string_view>

namespace arbiter {

// Words in small letters with one blank between them; the first comma stays, as ", ". An
// apostrophe is left out, all else that is neither letter, digit nor "_" divides words:
// "Carlsen,M." is "carlsen, m", "O'Kelly de Galway, A." is "okelly de galway, a". Text
// without a word ("?") is empty. Letters that nothing folds stay as they are. About 50 ns;
// names that are not ASCII about 1 us.
std::string folded_name(std::string_view name);

}  // namespace arbiter
