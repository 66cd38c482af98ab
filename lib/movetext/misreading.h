// Misread words: characters taken for others, as in scanned and hastily typed text.
#pragma once

#include <optional>
#include <string_view>

#include "lib/chess/position.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/piece_letters.h"

namespace arbiter {

// Returns the cost of writing `written` for `meant`: 0 if they are equal, kLookAlike for each
// character that looks like another (l, I and | for 1, S for 5, G for 6, B for 8, O for 0),
// kExchanged for two swapped neighbours, kOtherSlip for every other changed, missing or extra
// character. Time: the product of the lengths.
inline constexpr int kLookAlike = 2;
inline constexpr int kExchanged = 3;
inline constexpr int kOtherSlip = 6;
int misreading(std::string_view written, std::string_view meant);

// Returns the move that `word` becomes if look-alike characters are replaced: "Rfl" is Rf1, "aG"
// a6, "8b5" Bb5. Returns nothing if that is no move, or if nothing was replaced.
std::optional<LooseMove> read_look_alikes(std::string_view word, const PieceLetters& letters);

// Checks whether a word that is no move in any spelling was meant as a legal move, with look-alike
// or swapped characters or without a rank ("Re"). A few us, but fast for most words of prose.
bool is_misread_move(std::string_view word, const Position& position, const PieceLetters& letters);

// The same, judged by the word alone.
bool may_be_misread_move(std::string_view word, const PieceLetters& letters);

}  // namespace arbiter
