// Options for the parts of games that are written, and for the output format.
#pragma once

#include <cstdint>
#include <optional>

#include "db/stream/file_filter.h"
#include "lib/base/result.h"
#include "lib/export/game_shape.h"
#include "tools/cli/options/command_line.h"

namespace arbiter {

inline constexpr const char* kShapeGroup = "Parts of each game";

// Adds the options from --strip to --width, for the parts of each game and their form.
void add_shape(CommandLine& app, GameShape& shape);

// The formats in which games are read.
enum class SourceFormat : std::uint8_t { Pgn, Json };

// The formats that --format accepts.
enum class FileFormat : std::uint8_t { Pgn, Json, JsonLines, Csv, Epd, Fen, Uci, Parquet, ByName };

struct FormatOptions {
  FileFormat format = FileFormat::ByName;  // output format; see choose_format()
  bool has_positions = false;  // for JSON lines, CSV and Parquet: one line or row per position
  bool is_unique = false;      // omits duplicate positions or duplicate games
};

// Sets whether --format offers Parquet, which requires a command that can write columns.
enum class Columns : std::uint8_t { No, Yes };
void add_game_format(CommandLine& app, FormatOptions& options, Columns columns = Columns::No);

// Adds --unique.
Option* add_unique(CommandLine& app, FormatOptions& options, std::string description);

// Adds --from.
void add_source_format(CommandLine& app, SourceFormat& format);

// Sets the format if it was not given. It follows from the output's extension (format_by_name), and
// is PGN for .txt or no extension. Returns an error if the extension is unknown.
std::optional<Error> choose_format(FormatOptions& options, const std::string& output);

// Returns an error if the output, which is always PGN, has the extension of another format.
std::optional<Error> fault_of_pgn_name(const std::string& output);

// Returns the result of --set Result=..., which only `filter --in-place` applies; otherwise empty.
std::string new_result(const GameShape& shape);

// Returns the format of the game text. Fails if the options contradict each other, or if the format
// cannot contain the added parts. Precondition: the format is not Parquet, which is not text.
Result<GameFormat> format_of(const FormatOptions& options, const GameShape& shape);

struct SplitOption {
  std::uint64_t games = 0;             // games per file; 0 if not split by number
  std::optional<SplitKeys> keys = {};  // nothing if not split by tags

  bool is_given() const { return games > 0 || keys; }
};

void add_split(CommandLine& app, SplitOption& split);

}  // namespace arbiter
