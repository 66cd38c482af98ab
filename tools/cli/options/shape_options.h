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

// Adds the options from --strip to --width, which set the parts and the layout of games.
void add_shape(CommandLine& app, GameShape& shape);

// Input formats of games.
enum class SourceFormat : std::uint8_t { Pgn, Json };

// The formats that --format accepts.
enum class FileFormat : std::uint8_t { Pgn, Json, JsonLines, Csv, Epd, Fen, Uci, Parquet, ByName };

struct FormatOptions {
  FileFormat format = FileFormat::ByName;  // output format; see choose_format()
  bool has_positions = false;  // for JSON lines, CSV and Parquet: one line or row per position
  bool is_unique = false;      // omit duplicate positions or games
};

// Whether --format offers Parquet, for commands that can write columns.
enum class Columns : std::uint8_t { No, Yes };
void add_game_format(CommandLine& app, FormatOptions& options, Columns columns = Columns::No);

Option* add_unique(CommandLine& app, FormatOptions& options, std::string description);

void add_source_format(CommandLine& app, SourceFormat& format);

// Sets the format by the output's extension (format_by_name), unless it was given. The format is
// PGN for .txt or no extension. Returns an error if the extension is unknown.
std::optional<Error> choose_format(FormatOptions& options, const std::string& output);

// Returns an error if the output, which is always PGN, has the extension of another format.
std::optional<Error> fault_of_pgn_name(const std::string& output);

// Returns the result of --set Result=..., which only `filter --in-place` applies; otherwise empty.
std::string new_result(const GameShape& shape);

// Returns the text format of the games. Fails if the options contradict each other, or if the
// format cannot contain the added parts. Precondition: the format is not Parquet, which is not
// text.
Result<GameFormat> format_of(const FormatOptions& options, const GameShape& shape);

struct SplitOption {
  std::uint64_t games = 0;             // games per file; 0 if not split by number
  std::optional<SplitKeys> keys = {};  // nothing if not split by tags

  bool is_given() const { return games > 0 || keys; }
};

void add_split(CommandLine& app, SplitOption& split);

}  // namespace arbiter
