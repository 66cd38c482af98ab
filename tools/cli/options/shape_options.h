// Options for the parts of a game that are written.
#pragma once

#include <cstdint>
#include <optional>

#include "db/stream/file_filter.h"
#include "lib/base/result.h"
#include "lib/export/game_shape.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

inline constexpr const char* kShapeGroup = "Parts of each game";

// The options from --strip to --width, for the parts of each game and their form.
void add_shape(CommandLine& app, GameShape& shape);

// The formats in which games are read.
enum class SourceFormat : std::uint8_t { Pgn, Json };

// The formats that --format names.
enum class FileFormat : std::uint8_t { Pgn, Json, JsonLines, Csv, Epd, Fen, Uci, Parquet, ByName };

struct FormatOptions {
  FileFormat format = FileFormat::ByName;  // format of the output; see choose_format()
  bool has_positions = false;              // JSON lines and Parquet: one object or row per position
  bool is_unique = false;                  // omits duplicate positions, or games
};

// --format and --positions. Parquet is for commands that can write columns.
enum class Columns : std::uint8_t { No, Yes };
void add_game_format(CommandLine& app, FormatOptions& options, Columns columns = Columns::No);

// --unique.
Option* add_unique(CommandLine& app, FormatOptions& options, std::string description);

// --from.
void add_source_format(CommandLine& app, SourceFormat& format);

// Sets a format that was not given: that of the output's extension, as in games.json.gz; PGN for
// names without an extension, and for .txt. Returns an error if the extension is unknown, or that
// of another format than the given one.
std::optional<Error> choose_format(FormatOptions& options, const std::string& output);

// Returns the error in the name of an output that is always PGN: the extension of anything else.
std::optional<Error> fault_of_pgn_name(const std::string& output);

// Returns the format of the game text; the error is a contradiction. Precondition: the format is
// not Parquet, which is not text.
Result<GameFormat> format_of(const FormatOptions& options);

struct SplitOption {
  std::uint64_t games = 0;             // games per file; 0: not split by number
  std::optional<SplitKeys> keys = {};  // nothing: not split by tags

  bool is_given() const { return games > 0 || keys; }
};

void add_split(CommandLine& app, SplitOption& split);

}  // namespace arbiter
