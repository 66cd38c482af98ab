// Standings of the teams of a tournament (FIDE Handbook C.07, 11 to 13).
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
  std::uint32_t place = 0;  // teams that remain tied share one
  std::uint32_t matches = 0;
  HalfPoints match_points = 0;  // in half points: a won match usually has 4
  HalfPoints game_points = 0;
  std::vector<std::optional<Hundredths>> values;  // of the tie-breaks; nothing: not applicable
};

struct TeamStandings {
  std::vector<TieBreak> tie_breaks;
  TieBreakEdition edition = TieBreakEdition::Of2026;
  std::vector<TeamRow> rows;    // by place, then by name
  bool is_round_robin = false;  // all teams meet
};

// Returns the announced tie-breaks of a report, otherwise the secondary score.
std::vector<TieBreak> usual_team_tie_breaks(const Tournament& tournament);

// Returns the standings by match points, or by game points if the report ranks by them. A match
// consists of all games of two teams in one round, and of their boards without an opponent. It
// counts when all games have results. A report's byes (240, 320) and forfeited matches (330) count
// too. Tie-breaks are those of the primary score unless they name a kind of points. Boards are
// numbered by the order of the first team's players. The value of TBR and BBE is the first of the
// points that they compare.
TeamStandings team_standings(const Tournament& tournament, std::span<const TieBreak> tie_breaks,
                             std::optional<TieBreakEdition> edition = {});

// Returns the game points of each team against each other one in a round robin of at most
// kMaxOpponents teams, otherwise in each round: "12:2.5" with the row of the opponent, "bye 2", or
// "-" for an absence. Open matches are "*". `text` writes points. The table has no columns if there
// were more than kMaxCells cells.
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
  std::vector<std::size_t> games = {};  // by board; indexes of Tournament::pairings
};
// Returns the matches with games, by round.
std::vector<TeamMatch> team_matches(const Tournament& tournament);

// Returns the colours of the team with White on the first board, "WBWB" (352 in a TRF). Returns
// nothing unless all complete matches have the same.
std::string board_colors(const Tournament& tournament);

}  // namespace arbiter
