// Parsers for parts of the pattern language: numbers, squares, pieces, boards and moves.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "lib/patterns/pattern.h"

namespace arbiter {

inline constexpr int kMaxNumber = 99'999;

// Reads "2", "1..2", "3.." or "..4". Returns nothing for other text.
std::optional<CountRange> parse_number_range(std::string_view text);

// Reads squares (d4), files (d, a-c), ranks (7, 5-8), both (h1-8, a-c2), and rectangles (d4-f6),
// separated by commas. Returns nothing for other text.
std::optional<Bitboard> parse_squares(std::string_view text);

// Removes a FEN letter, or several in brackets, from the start of `text`. "A" is any white piece,
// and "a" any black piece. Returns nothing for other text, which is unchanged.
std::optional<Men> take_men(std::string_view& text);

// Reads piece letters for either colour: "N", "N|B|R", "[NBR]". Returns nothing for other text.
std::optional<Men> parse_roles(std::string_view text);

// Reads a piece name such as "knight", "knights" or "piece", for either colour.
std::optional<Men> men_named(std::string_view word);

// The reason why a text is not a board. The offset is in bytes from the start of the text.
struct BoardTextError {
  std::string message;
  std::size_t offset = 0;
  std::size_t length = 1;
};

// Reads a board that contains only pawns: "8/pp3ppp/4p3/8/3P4/8/PP3PPP/8".
std::variant<PawnStructure, BoardTextError> parse_pawns(std::string_view text);

// Reads a board with FEN letters. Additional characters: "?" means anything, "!" any piece, "A" a
// white piece, "a" a black piece. "_" is an empty square, and a digit is a number of empty squares.
// Brackets contain alternatives ([^Pp]: none of them). One "*" in a rank is anything on the missing
// squares.
std::variant<BoardHolds, BoardTextError> parse_board_pattern(std::string_view text);

// Reads "Bxh7", "e8=N", "O-O", "Nbd2", "N" (any knight move), "Nx" (any knight capture),
// "Kxh7|Kh8". As in SAN, capitals are pieces of either side, and a move with a target square but
// without x is not a capture. "+" and "#" are required if written. Returns nothing for other text.
std::optional<Pattern> parse_move_text(std::string_view text);

// A puzzle theme. In a pattern, the theme name means `pattern` for either side. If the name ends in
// "file e", any other file is accepted too.
struct PatternTheme {
  std::string_view name;
  std::string_view pattern;
};

// Returns the theme list as text. Each theme has a line with its name and pattern, and a line with
// a position and moves.
std::string_view pattern_theme_list();

std::span<const PatternTheme> pattern_themes();

std::span<const std::string_view> pattern_words();

bool is_pattern_word(std::string_view word);

// Returns a help sentence for an unknown word: similar words, or where words are listed.
std::string suggestion_for(std::string_view word);

}  // namespace arbiter
