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
  // The rules to apply; by default, those in force on each game's Date.
  std::optional<RulesProfile> rules;
  std::optional<PieceLetters> piece_letters = {};  // nothing: letters detected in each game
  // The treatment of illegal moves. If they stand (Laws A.5.2), later moves are checked too.
  IllegalMoves illegal_moves = IllegalMoves::Stop;
  // The current date as YYYYMMDD, to report dates in the future; by default, these are accepted.
  std::optional<std::uint32_t> today = {};
  // Codes that the caller needs, so that expensive checks (clocks, draws on time) can be skipped.
  // Other findings and the game summary do not depend on them. If empty, tags and the opening are
  // not checked either.
  CodeSet sought = all_codes();
};

// The maximum number of half-moves to replay. No game that ends by the 75-move rule has more than
// 17,700.
inline constexpr std::size_t kMaxGamePlies = 20'000;

}  // namespace arbiter
