// Squares and pieces as patterns name them: "h1-8", "c,e", "[QR]h", "black knights".
#pragma once

#include <optional>
#include <string_view>

#include "lib/patterns/men.h"

namespace arbiter {

// Squares (d4), files (d, a-c), ranks (7, 5-8), both (h1-8, a-c2), from corner to corner (d4-f6),
// several of them divided by commas. Nothing for other text.
std::optional<Bitboard> parse_squares(std::string_view text);

// A letter as in a FEN, or several in brackets, at the start of `text`, which is shortened by it.
// Nothing, and `text` unchanged, if it begins otherwise.
std::optional<Men> take_men(std::string_view& text);

// The letters of pieces of either colour: "N", "N|B|R", "[NBR]". Nothing for other text.
std::optional<Men> parse_roles(std::string_view text);

// "knight", "knights", "piece": of either colour.
std::optional<Men> men_named(std::string_view word);

}  // namespace arbiter
