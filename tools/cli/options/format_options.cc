#include "tools/cli/options/format_options.h"

#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/parsed_option.h"
#include "tools/cli/options/shape_options.h"

namespace arbiter::cli::options {
namespace {

constexpr Choice<GameFormat> kFormats[] = {
    {"pgn", GameFormat::Pgn}, {"json", GameFormat::Json}, {"jsonl", GameFormat::JsonLines},
    {"csv", GameFormat::Csv}, {"epd", GameFormat::Epd},   {"fen", GameFormat::Fen},
    {"uci", GameFormat::Uci},
};

constexpr Choice<SourceFormat> kSourceFormats[] = {
    {"pgn", SourceFormat::Pgn},
    {"json", SourceFormat::Json},
};

}  // namespace

void add_source_format(CommandLine& app, SourceFormat& format) {
  add_choice<SourceFormat>(app, "--from", format, kSourceFormats)
      ->description("json: read games that --format json or jsonl has written (default: pgn)");
}

void add_game_format(CommandLine& app, FormatOptions& options) {
  add_choice<GameFormat>(app, "--format", options.format, kFormats)
      ->group(kShapeGroup)
      ->description(
          "json: an array of games; jsonl: a game per line; csv: a row per game; epd, fen: a line "
          "per position; uci: a line per game (default: pgn)");
  add_switch(app, "--positions", options.has_positions,
             "With --format jsonl: a line per position of the main line")
      ->group(kShapeGroup);
  add_switch(app, "--unique", options.is_unique,
             "With a line per position: write no position twice")
      ->group(kShapeGroup);
}

Result<GameFormat> format_of(const FormatOptions& options) {
  if (options.has_positions && options.format != GameFormat::JsonLines) {
    return Error{"--positions needs --format jsonl; epd and fen write positions anyway"};
  }
  const GameFormat format = options.has_positions ? GameFormat::PositionLines : options.format;
  if (options.is_unique && !is_of_positions(format)) {
    return Error{"--unique needs --format epd or fen, or --format jsonl --positions"};
  }
  return format;
}

}  // namespace arbiter::cli::options
