// Moves in the piece letters of another language, where nobody has said which.
#pragma once

#include <optional>
#include <string_view>

#include "lib/chess/position.h"
#include "lib/notation/loose_move.h"
#include "lib/notation/piece_languages.h"

namespace arbiter::movetext {

struct ForeignMove {
  PieceLanguage language;
  LooseMove move;
};

// `word` (in UTF-8), which is no move in English letters, in those of the first
// language that makes it a legal one.
std::optional<ForeignMove> read_foreign_move(std::string_view word, const Position& position);

}  // namespace arbiter::movetext
