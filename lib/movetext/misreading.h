// Words in which characters were taken for others, as scanned and hastily typed text has them.
#pragma once

#include <optional>
#include <string_view>

#include "lib/chess/position.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/piece_letters.h"

namespace arbiter {

// What it takes to write `written` for `meant`: nothing where they are the same, kLookAlike for
// each character that looks like another (l, I and | for 1, S for 5, G for 6, B for 8, O for 0),
// kExchanged for two neighbours in each other's place, kOtherSlip for every other character that
// is changed, missing or too many. Cost: the product of the lengths.
inline constexpr int kLookAlike = 2;
inline constexpr int kExchanged = 3;
inline constexpr int kOtherSlip = 6;
int misreading(std::string_view written, std::string_view meant);

// The move that `word` is if each character that looks like one in a move is that: "Rfl" is Rf1,
// "aG" a6, "8b5" Bb5. Nothing where that is no move, or where nothing had to be changed.
std::optional<LooseMove> read_look_alikes(std::string_view word, const PieceLetters& letters);

// Whether a word that is no move in any spelling was meant as one of those that are legal: by
// characters that look alike or were exchanged, or by a rank that is missing ("Re").
// Some us, but for most words of prose.
bool is_misread_move(std::string_view word, const Position& position, const PieceLetters& letters);

// The same, as far as the word alone can tell.
bool may_be_misread_move(std::string_view word, const PieceLetters& letters);

}  // namespace arbiter
