// The implementation of `arbiter filter`, and of `arbiter export` with the same options.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/game_filter.h"
#include "db/stream/file_filter.h"
#include "lib/base/result.h"
#include "lib/export/game_shape.h"
#include "lib/notation/piece_letters.h"
#include "tools/cli/command.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/shape_options.h"

namespace arbiter {

struct Filtering {
  std::vector<std::string> inputs;  // game files and databases
  GameFilter filter;
  PositionOptions position;
  bool is_anywhere = false;  // true if the position may occur in a variation
  std::optional<std::uint64_t> limit;
  std::uint64_t skip = 0;
  std::optional<std::uint64_t> sample;
  std::uint64_t seed = 0;
  std::vector<ValueRange> selected;  // numbers among the matching games, from 1; if empty, all
  std::vector<ValueRange> skipped;
  std::string duplicates;          // file for duplicates
  std::vector<std::string> known;  // files whose games are treated as already written
  NamedPositions named_positions;  // positions of --positions-from

  bool drops_duplicates() const {
    return format.is_unique || !duplicates.empty() || !known.empty();
  }

  SourceFormat from = SourceFormat::Pgn;
  bool count = false;
  bool in_place = false;
  bool quiet = false;
  OutputOption output;
  std::string rest;
  std::uint64_t jobs = 1;
  GameShape shape;
  FormatOptions format;
  SplitOption split;
  OpeningsOption openings;
  std::optional<PieceLetters> piece_letters;  // if missing, detected for each game
};

// The message if no written game has a half-move in the range.
inline constexpr std::string_view kEmptyCut = "all games end before the first half-move to write";

// Adds --output, --force, --count, --limit, --offset, --select, --not-select, --split, --rest,
// --sample, --seed, --unique, --duplicates and --check-file.
void add_outputs(CommandLine& app, Filtering& filtering);
// Adds --anywhere.
void add_anywhere(CommandLine& app, Filtering& filtering);

Result<ExitCode> run_filtering(const Filtering& filtering, Console& console);

}  // namespace arbiter
