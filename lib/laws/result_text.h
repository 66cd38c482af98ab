// Results in the notations that people use.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/laws/game_end.h"

namespace arbiter {

enum class ResultForm : std::uint8_t {
  Standard,       // one of the four of PGN 8.1.1.7
  Nonstandard,    // the same in other words: 1/2, 0.5-0.5, 1:0, draw
  Forfeit,        // a win by default: 1-0F, +/-
  DoubleForfeit,  // both players lose: 0-0, -/-
};

struct ResultReading {
  Outcome outcome;  // Unknown for a double forfeit, which PGN cannot express
  ResultForm form;

  bool operator==(const ResultReading&) const = default;
};

// Returns the meaning of the value of a Result tag (in UTF-8); nothing if it is unknown. White
// space, case, surrounding parentheses and a final full stop are ignored.
std::optional<ResultReading> read_result(std::string_view text);

// Returns the same for text after the moves, where signs alone ("=", "+-", "-/-") assess the
// position: a result has a digit or a word.
std::optional<ResultReading> read_terminator(std::string_view text);

}  // namespace arbiter
