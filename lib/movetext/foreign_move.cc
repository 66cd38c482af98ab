#include "lib/movetext/foreign_move.h"

#include "lib/notation/loose_resolution.h"
#include "lib/notation/piece_letters.h"

namespace arbiter::movetext {

std::optional<ForeignMove> read_foreign_move(std::string_view word, const Position& position) {
  for (const PieceLanguage& language : languages_matching(word)) {
    const auto letters = parse_piece_letters(language.letters);
    if (!letters) continue;
    const auto move = parse_loose_move(word, *letters);
    if (!move || resolve(*move, position).resolution.status != SanStatus::Legal) continue;
    return ForeignMove{language, *move};
  }
  return std::nullopt;
}

}  // namespace arbiter::movetext
