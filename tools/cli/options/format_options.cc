#include "tools/cli/options/format_options.h"

#include <fmt/format.h>

#include <iterator>
#include <span>

#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/parsed_option.h"
#include "tools/cli/options/shape_options.h"

namespace arbiter {
namespace {

constexpr Choice<FileFormat> kFormats[] = {
    {"pgn", FileFormat::Pgn}, {"json", FileFormat::Json},       {"jsonl", FileFormat::JsonLines},
    {"csv", FileFormat::Csv}, {"epd", FileFormat::Epd},         {"fen", FileFormat::Fen},
    {"uci", FileFormat::Uci}, {"parquet", FileFormat::Parquet},
};
constexpr std::span kTextFormats = std::span(kFormats).first(std::size(kFormats) - 1);

GameFormat text_format_of(FileFormat format) {
  switch (format) {
    case FileFormat::Json:
      return GameFormat::Json;
    case FileFormat::JsonLines:
      return GameFormat::JsonLines;
    case FileFormat::Csv:
      return GameFormat::Csv;
    case FileFormat::Epd:
      return GameFormat::Epd;
    case FileFormat::Fen:
      return GameFormat::Fen;
    case FileFormat::Uci:
      return GameFormat::Uci;
    case FileFormat::Pgn:
    case FileFormat::Parquet:
      break;
  }
  return GameFormat::Pgn;
}

constexpr Choice<SourceFormat> kSourceFormats[] = {
    {"pgn", SourceFormat::Pgn},
    {"json", SourceFormat::Json},
};

}  // namespace

void add_source_format(CommandLine& app, SourceFormat& format) {
  add_choice<SourceFormat>(app, "--from", format, kSourceFormats)
      ->description("json: read games that --format json or jsonl has written (default: pgn)");
}

void add_game_format(CommandLine& app, FormatOptions& options, Columns columns) {
  const bool has_columns = columns == Columns::Yes;
  const std::span<const Choice<FileFormat>> formats = has_columns ? kFormats : kTextFormats;
  add_choice<FileFormat>(app, "--format", options.format, formats)
      ->group(kShapeGroup)
      ->description(fmt::format(
          "json: an array of games; jsonl: a game per line; csv: a row per game; epd, fen: a line "
          "per position; uci: a line per game{} (default: pgn)",
          has_columns ? "; parquet: columns, for DuckDB, pandas and Spark" : ""));
  add_switch(app, "--positions", options.has_positions,
             has_columns
                 ? "With --format jsonl, a line per position of the main line; with parquet, "
                   "a row, sorted by the position's key"
                 : "With --format jsonl: a line per position of the main line")
      ->group(kShapeGroup);
  add_switch(app, "--unique", options.is_unique,
             "With a line per position: write no position twice")
      ->group(kShapeGroup);
}

Result<GameFormat> format_of(const FormatOptions& options) {
  if (options.has_positions && options.format != FileFormat::JsonLines) {
    return Error{"--positions needs --format jsonl; epd and fen write positions anyway"};
  }
  const GameFormat format =
      options.has_positions ? GameFormat::PositionLines : text_format_of(options.format);
  if (options.is_unique && !is_of_positions(format)) {
    return Error{"--unique needs --format epd or fen, or --format jsonl --positions"};
  }
  return format;
}

}  // namespace arbiter
