// Games in, games out: what arbiter filter does, and arbiter export where its options ask for that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "db/model/game_filter.h"
#include "lib/base/result.h"
#include "lib/export/game_shape.h"
#include "lib/notation/piece_letters.h"
#include "tools/cli/command.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/position_options.h"
#include "tools/cli/options/shape_options.h"
#include "tools/commands/database/filter_run.h"

namespace arbiter {

struct Filtering {
  std::vector<std::string> inputs;  // databases too
  GameFilter filter;
  PositionOptions position;
  bool is_anywhere = false;
  FilterRunOptions run;
  OutputOption output;
  std::string rest;
  std::uint64_t jobs = 1;
  GameShape shape;
  FormatOptions format;
  SplitOption split;
  OpeningsOption openings;
  std::optional<PieceLetters> piece_letters;  // nothing: those of each game
};

// --rest, --split, --sample, --seed.
void add_division(CommandLine& app, Filtering& filtering);
// --anywhere.
void add_anywhere(CommandLine& app, Filtering& filtering);

Result<ExitCode> run_filtering(const Filtering& filtering, Console& console);

}  // namespace arbiter
