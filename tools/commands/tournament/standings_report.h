// The table of a tournament, as `standings` prints it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "lib/tournament/standings.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/output/console.h"

namespace arbiter {

struct StandingsTable {
  const Tournament& tournament;
  std::span<const TieBreak> tie_breaks;  // in their order
  std::size_t games = 0;                 // that it is of
};

struct StandingsView {
  AnswerFormat format = AnswerFormat::Text;
  bool has_ratings = false;
  bool has_cross_table = true;
  std::optional<std::uint32_t> k = {};  // for every player; nothing: by rating
};

void print_standings(const StandingsTable& table, const StandingsView& view, Console& console);

// The table of the teams.
void print_teams(const Tournament& tournament, AnswerFormat format, Console& console);

}  // namespace arbiter
