// A word of movetext understood as a legal move, in whatever spelling.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/chess/position.h"
#include "lib/notation/piece_letters.h"

namespace arbiter::movetext {

struct MoveReading {
  bool is_null = false;  // "--": the turn is given to the opponent
  Move move = {};        // unless is_null
  // The NAGs of the signs that are joined to it, such as "!?" and "+-"; 0: none.
  std::array<std::uint32_t, 2> nags{};
};

// `word` is in UTF-8. Its move number may be joined to it. Nothing if no legal
// move, or more than one, can be meant.
std::optional<MoveReading> read_move(std::string_view word, const Position& position,
                                     const PieceLetters& letters);

// Whether somebody who wrote `word` (in UTF-8), which no spelling explains, meant a
// move: then what follows cannot be replayed. Else it is skipped.
bool may_be_move(std::string_view word);

// The NAG of a suffix (PGN 8.2.3.8, 10); more marks of one kind than two count
// as two. Nothing for other mixtures.
std::optional<std::uint32_t> nag_of_suffix(std::string_view suffix);

// The NAG of an assessment written as a sign of its own: "+-", "=", "N" (PGN 10).
std::optional<std::uint32_t> nag_of_glyph(std::string_view glyph);

}  // namespace arbiter::movetext
