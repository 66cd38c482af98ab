// The table of the teams: match points and game points.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/tournament/tournament.h"

namespace arbiter {

struct TeamRow {
  std::string team;
  std::uint32_t place = 0;  // by match points, then by game points
  std::uint32_t matches = 0;
  std::uint32_t match_points = 0;  // two for a match won, one for a drawn one
  HalfPoints game_points = 0;
};

// A match is all games of two teams in one round. Teams that are level in both share a place.
std::vector<TeamRow> team_standings(const Tournament& tournament);

}  // namespace arbiter
