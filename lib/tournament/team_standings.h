// Team standings of a tournament (FIDE Handbook C.07, 11 to 13).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/tournament/standings.h"
#include "lib/tournament/tie_break.h"
#include "lib/tournament/tournament.h"

namespace arbiter {

struct TeamRow {
  std::string team;
  std::uint32_t place = 0;  // place from 1; tied teams have the same place
  std::uint32_t matches = 0;
  HalfPoints match_points = 0;  // match points in half points, so a won match usually counts 4
  HalfPoints game_points = 0;
  std::vector<std::optional<Hundredths>> values;  // tie-break values; nothing if not applicable
};

struct TeamStandings {
  std::vector<TieBreak> tie_breaks;
  TieBreakEdition edition = TieBreakEdition::Of2026;
  std::vector<TeamRow> rows;    // sorted by place, then by name
  bool is_round_robin = false;  // all teams meet
};

// Returns the tie-breaks that a report announces; if there are none, the secondary score.
std::vector<TieBreak> usual_team_tie_breaks(const Tournament& tournament);

// Returns the standings by match points, or by game points if the report ranks by them. A match
// consists of all games of two teams in one round, including boards without an opponent. A match
// counts when all its games have results. Byes (240, 320) and forfeited matches (330) of a report
// count too. Tie-breaks use the primary score unless they specify a kind of points. Board numbers
// follow the order of the first team's players. The displayed value of TBR and BBE is the first
// value that these compare.
TeamStandings team_standings(const Tournament& tournament, std::span<const TieBreak> tie_breaks,
                             std::optional<TieBreakEdition> edition = {});

// Returns the game points of each team: by opponent in a round robin of at most kMaxOpponents
// teams, otherwise by round. Cells contain "12:2.5" with the row of the opponent, "bye 2", or "-"
// for an absence. Open matches are "*". `text` formats points. A table of more than kMaxCells cells
// has no columns.
CrossTable team_cross_table(const Tournament& tournament, const TeamStandings& standings,
                            std::string (*text)(HalfPoints));

// A match of two teams, with their game points.
struct TeamMatch {
  std::uint32_t round = 0;
  std::string first;
  std::string second;
  HalfPoints first_points = 0;
  HalfPoints second_points = 0;
  bool is_open = false;                 // a game has no result yet
  std::vector<std::size_t> games = {};  // indices of Tournament::pairings, in board order
};
// Returns the matches that have games, sorted by round.
std::vector<TeamMatch> team_matches(const Tournament& tournament);

// Returns the colours of the team with White on the first board, such as "WBWB" (352 in a TRF).
// Returns an empty string unless the colours are the same in all complete matches.
std::string board_colors(const Tournament& tournament);

}  // namespace arbiter
