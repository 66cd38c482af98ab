// --format of commands that write games.
#pragma once

#include <cstdint>

#include "lib/base/result.h"
#include "lib/export/game_shape.h"
#include "tools/cli/options/command_line.h"
#include "tools/cli/output/namespaces.h"

namespace arbiter::cli::options {

// In which games are read.
enum class SourceFormat : std::uint8_t { Pgn, Json };

struct FormatOptions {
  GameFormat format = GameFormat::Pgn;
  bool has_positions = false;  // of JSON lines: a position each
  bool is_unique = false;      // no position twice
};

// --format, --positions and --unique.
void add_game_format(CommandLine& app, FormatOptions& options);

// --from.
void add_source_format(CommandLine& app, SourceFormat& format);

// The format that is meant; the error is a contradiction.
Result<GameFormat> format_of(const FormatOptions& options);

}  // namespace arbiter::cli::options
