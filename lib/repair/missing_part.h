// Moves that are missing many at a time: a page of the score sheet, or a column of it.
#pragma once

#include <optional>

#include "lib/repair/guesses.h"

namespace arbiter {

// By the numbers at most ten half-moves before the first illegal one, or at it: they leave a move
// out and go on from there, or one stands at each half-move. Nothing if they do not.
std::optional<MissingPart> missing_part(const WrittenLine& line, const LegalPart& legal);

}  // namespace arbiter
