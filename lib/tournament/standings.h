// Standings of a tournament: places by points and tie-breaks (FIDE Handbook C.07, 2024).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lib/tournament/player_record.h"
#include "lib/tournament/tournament.h"

namespace arbiter {

// Tie-breaks by FIDE's acronyms, with the articles of C.07.
enum class TieBreak : std::uint8_t {
  DirectEncounter,      // DE: points against the tied players (6)
  Wins,                 // WIN: rounds with a full point, byes and forfeits too (7.1)
  WinsAtTheBoard,       // WON (7.2)
  GamesWithBlack,       // BPG: at the board (7.3)
  WinsWithBlack,        // BWG: at the board (7.4)
  Progressive,          // PS: sum of the scores after each round (7.5)
  Buchholz,             // BH: scores of the opponents (8.1)
  BuchholzCut1,         // BH/C1: without the lowest (14.1)
  BuchholzCut2,         // BH/C2
  BuchholzMedian,       // BH/M1: without the lowest and the highest (14.3)
  ForeBuchholz,         // FB: as if the last round were all draws (8.3)
  SonnebornBerger,      // SB: scores of the beaten opponents, half of those of drawn ones (9.1)
  SonnebornBergerCut1,  // SB/C1
  Koya,                 // KS: points against opponents with at least half of the points (9.2)
  AverageRating,        // ARO: of the opponents (10.1)
  AverageRatingCut1,    // ARO/C1: without the lowest
  Performance,          // TPR (10.2)
};
inline constexpr std::size_t kTieBreakCount = 17;

// Returns "DE", "BH/C1", ...
std::string_view to_string(TieBreak tie_break);
// Reads "BH", "bh/c1", "BH-C1", "Buchholz"; nothing for other text.
std::optional<TieBreak> parse_tie_break(std::string_view text);
// Returns the help text: "sum of the opponents' scores".
std::string_view meaning_of(TieBreak tie_break);

// Quarters of a point, or of a rating point, so that sums are exact.
using Quarters = std::int64_t;

struct StandingsRow {
  PlayerIndex player = 0;
  std::uint32_t place = 0;  // from 1; tied players share one
  HalfPoints points = 0;
  std::uint32_t games = 0;                      // games played
  std::vector<std::optional<Quarters>> values;  // values of the tie-breaks; nothing: not applicable
};

struct Standings {
  std::vector<TieBreak> tie_breaks;
  std::vector<StandingsRow> rows;  // by place, then by name
};

// Returns the tie-breaks that FIDE proposes for the system (C.07, 5).
std::span<const TieBreak> usual_tie_breaks(System system);

// Cost: n log n in players, and the pairings times the tie-breaks.
Standings standings_of(const Tournament& tournament, std::span<const TieBreak> tie_breaks);

}  // namespace arbiter
