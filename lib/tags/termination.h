// The Termination tag (PGN 9.8.1): how a game ended.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "lib/tags/claimed_end.h"

namespace arbiter {

enum class TerminationForm : std::uint8_t {
  Standard,  // a value of the standard; capitals do not matter
  Platform,  // the words of a playing site or program
  Other,
};

struct TerminationReading {
  TerminationForm form = TerminationForm::Other;
  // What it says about the end; nothing for values such as "normal".
  std::optional<ClaimedEnd> claim = {};
  bool says_finished = false;  // a game that ended so has a result
  bool says_unfinished = false;

  // Whether the Result can be true beside it. Only words count, not the board.
  bool fits(Outcome result) const;
};

TerminationReading read_termination(std::string_view value, const PlayerNames& players = {});

}  // namespace arbiter
