// Standings of a tournament: places by points and tie-breaks (FIDE Handbook C.07).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lib/tournament/player_record.h"
#include "lib/tournament/tie_break.h"
#include "lib/tournament/tournament.h"

namespace arbiter {

// Hundredths of a point, or of a rating point.
using Hundredths = std::int64_t;

struct StandingsRow {
  PlayerIndex player = 0;
  std::uint32_t place = 0;  // from 1; tied players share one
  HalfPoints points = 0;
  std::int64_t merit = 0;   // decides before the tie-breaks: the points, or how far a player came
  std::uint32_t games = 0;  // games played
  std::vector<std::optional<Hundredths>>
      values;  // values of the tie-breaks; nothing: not applicable
};

struct Standings {
  std::vector<TieBreak> tie_breaks;
  TieBreakEdition edition = TieBreakEdition::Of2026;
  std::vector<StandingsRow> rows;  // by place, then by name
};

// Returns the announced tie-breaks, otherwise those that FIDE proposes for the system (C.07, 5).
std::vector<TieBreak> usual_tie_breaks(const Tournament& tournament);

// Returns the places and values by an edition of C.07: by default the one in force at the start of
// the tournament. The value of DE is the points against the tied players, if DE separates them. In
// a knock-out, the places follow the rounds that the players reached (knock_out_progress()). Cost:
// n log n in players, and the pairings times the tie-breaks.
Standings standings_of(const Tournament& tournament, std::span<const TieBreak> tie_breaks,
                       std::optional<TieBreakEdition> edition = {});

// Returns, by player, the index in Standings::rows.
std::vector<std::size_t> rows_of_players(const Standings& standings);

}  // namespace arbiter
