// The words of a text with moves and alternatives: of a series of conditional moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lib/base/namespaces.h"

namespace arbiter::laws::conditional {

enum class SeriesForm : std::uint8_t {
  Pgn,    // movetext, its variations in brackets
  Short,  // "Nf6: e5; e6: d4 (d5: exd5; c5: Nf3)": there is a colon or a semicolon
};

enum class SeriesSign : std::uint8_t {
  Move,       // a word, perhaps a move, without its number
  Colon,      // behind a word
  Semicolon,  //
  Open,       // (
  Close,      // )
  Unclosed,   // a "{" that no "}" follows: the rest of the text
};

// Views point into the text.
struct SeriesWord {
  SeriesSign sign;
  std::string_view text;
  std::size_t offset;  // in bytes
};

struct SeriesWords {
  SeriesForm form;
  std::vector<SeriesWord> words;
};

// Leaves out white space, comments in braces, tag pairs, move numbers, NAGs,
// suffixes that stand alone, results, and the words "if" and "then".
SeriesWords series_words(std::string_view text);

}  // namespace arbiter::laws::conditional
