// Options of several commands: one table of their names and meanings, for help, pages and tests.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/base/result.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

// The heading of the options that have the same meaning in every command.
inline constexpr std::string_view kCommonGroup = "Common options";

struct SharedOption {
  std::string_view names;    // "-o,--output FILE"
  std::string_view meaning;  // the beginning of its help
  bool is_common = false;    // the whole of its help, under kCommonGroup

  std::string_view long_name() const;  // "--output"
};

// Returns the table, in the order of help.
std::span<const SharedOption> shared_options();

// Adds the shared option with that long name. `addition` continues its help.
Option* add_shared(CommandLine& app, std::string_view long_name, OptionTarget target,
                   std::string_view addition = {});

// -q, --quiet.
Option* add_quiet(CommandLine& app, bool& is_quiet);
// -j, --jobs N.
Option* add_jobs(CommandLine& app, std::uint64_t& jobs);
// --color, which sets the colour mode of `app`.
Option* add_color(CommandLine& app);
// --game N: the number of a game in a database or in game files, from 1.
Option* add_game_number(CommandLine& app, std::optional<std::uint64_t>& game,
                        std::string_view addition = {});
// --limit N; `what` is limited: "games (default: all)".
Option* add_limit(CommandLine& app, std::optional<std::uint64_t>& limit, std::string_view what);
// --offset N.
Option* add_offset(CommandLine& app, std::uint64_t& offset);

// Parses a number of results, or "all": nothing.
Result<std::optional<std::uint64_t>> parse_limit(std::string_view text);

}  // namespace arbiter
