// Options and limits of a Validator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "lib/diagnostics/sink.h"
#include "lib/laws/illegality.h"
#include "lib/laws/rules_profile.h"
#include "lib/notation/piece_letters.h"

namespace arbiter {

struct ValidatorOptions {
  // The rules to apply (default: the rules on the Date of each game).
  std::optional<RulesProfile> rules;
  std::optional<PieceLetters> piece_letters = {};  // nothing: those of each game
  // The treatment of illegal moves. If they stand (Laws A.5.2), the moves after them are checked
  // too.
  IllegalMoves illegal_moves = IllegalMoves::Stop;
  // The present day as YYYYMMDD, for dates in the future; by default dates are not compared with a
  // day.
  std::optional<std::uint32_t> today = {};
  // Clocks, and whether a draw on time could have been won, are checked only for these codes. Other
  // findings, and the summary of a game, do not depend on them. Without any code, tags and the
  // opening are not checked either.
  CodeSet sought = all_codes();
};

// The maximum number of half-moves that are replayed. No game that ends by the 75-move rule has
// more than 17,700.
inline constexpr std::size_t kMaxGamePlies = 20'000;

}  // namespace arbiter
