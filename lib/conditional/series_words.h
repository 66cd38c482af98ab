// The words of a series of conditional moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/chess/position.h"

namespace arbiter {

enum class SeriesForm : std::uint8_t {
  Pgn,    // movetext, its variations in brackets
  Short,  // "Nf6: e5; e6: d4 (d5: exd5; c5: Nf3)": there is a colon or a semicolon
};

enum class SeriesSign : std::uint8_t {
  Move,       // a word, perhaps a move, without its number
  Colon,      // after a word
  Semicolon,  //
  Open,       // (
  Close,      // )
  Unclosed,   // a "{" that no "}" follows: the rest of the text
};

// "12." before a move of White or either player, "12..." before one of Black.
struct WrittenNumber {
  std::uint32_t value;
  bool is_of_black;
};

// Views point into the text.
struct SeriesWord {
  SeriesSign sign;
  std::string_view text;
  std::size_t offset;                        // in bytes
  std::optional<WrittenNumber> number = {};  // before a move
};

struct SeriesWords {
  SeriesForm form;
  std::vector<SeriesWord> words;
};

// Returns whether the number is right before a move in the position.
bool fits(const WrittenNumber& number, const Position& position);
// Returns "'Nf6' is numbered 3., but it is 1...". Precondition: the word has a number.
std::string number_sentence(const SeriesWord& word, const Position& position);

// Splits the text into words. Omits white space, comments in braces, tag pairs, numbers not before
// a move, NAGs, separate suffixes, results, and the words "if" and "then".
SeriesWords series_words(std::string_view text);

}  // namespace arbiter
