// How a Validator reads and judges games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "lib/diagnostics/sink.h"
#include "lib/laws/illegal_record.h"
#include "lib/laws/rules_profile.h"
#include "lib/notation/piece_letters.h"

namespace arbiter {

struct ValidatorOptions {
  // Nothing: by the Date of each game.
  std::optional<RulesProfile> rules;
  std::optional<PieceLetters> piece_letters = {};  // nothing: those of each game
  // Whether an illegal move stands (Laws A.5.2), so that the moves behind it are
  // checked too.
  IllegalMoves illegal_moves = IllegalMoves::Stop;
  // The day on which the file is looked at, for dates in the future: YYYYMMDD;
  // nothing: dates are not compared with a day.
  std::optional<std::uint32_t> today = {};
  // Clocks are read, and whether a draw on time could have been won is asked, only for what is in
  // it. Other findings, and the summary of a game, do not depend on it.
  CodeSet sought = all_codes();
};

// In half-moves. No game that ends by the 75-move rule has more than 17,700.
inline constexpr std::size_t kMaxGamePlies = 20'000;

}  // namespace arbiter
