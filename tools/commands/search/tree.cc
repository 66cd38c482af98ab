// arbiter tree FILE...
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/model/opening_tree.h"
#include "tools/cli/game_input.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/position_options.h"
#include "tools/cli/output/game_table.h"
#include "tools/cli/output/quantities.h"
#include "tools/commands/search/search.h"
#include "tools/commands/search/tree_pgn.h"
#include "tools/commands/search/tree_report.h"

namespace arbiter {
namespace {

struct Options {
  GameInput input;
  PositionOptions position;
  GameFilter filter;
  std::uint64_t depth = 1;
  std::uint64_t min_games = 1;
  AnswerFormat format = AnswerFormat::Text;
  ColorMode color = ColorMode::Auto;
  bool explains = false;
};

TreeAnswer answer_of(const Options& options, const PlayedLine& line, Storage& storage) {
  TreeAnswer answer;
  const OpeningTable& openings = options.input.openings.table();
  answer.position = line.position;
  answer.opening = openings.of_moves(line.moves, line.first).opening;
  answer.index_plies = storage.index_plies();
  answer.root = storage.tree({.root = query_of(line, options.position),
                              .depth = static_cast<unsigned>(options.depth),
                              .min_games = options.min_games,
                              .filter = options.filter});
  answer.rows = rows_of(answer, openings);
  return answer;
}

Result<ExitCode> run(const Options& options, Console& console) {
  console.set_color(options.color);
  const auto line = read_line(options.position);
  if (!line) return Error{line.error()};
  const auto start = std::chrono::steady_clock::now();
  const auto games = open_games(options.input, {AskedPositions::All, false, true}, console);
  if (!games) return Error{games.error()};
  Storage& storage = *games->storage;
  const TreeAnswer answer = answer_of(options, *line, storage);
  if (options.format == AnswerFormat::Pgn) {
    console.write_data(pgn_of_tree(answer, *line, options.input.openings.table()));
  } else {
    print_tree(answer, options.format, console);
  }
  if (answer.index_plies) {
    console.say(
        fmt::format("Only the first {} of each game are indexed; later positions are not counted.",
                    counted(*answer.index_plies, "half-move")));
  }
  if (options.explains) {
    const Duration time = std::chrono::steady_clock::now() - start;
    console.say(fmt::format("{}; {} read", duration_text(time), reads_text(storage.reads())));
    say_questions(storage, console);
  }
  return games->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

}  // namespace

CommandRun bind_tree(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_game_files(app, options->input);
  add_position(app, options->position);
  add_number(app, "--depth", options->depth, {.min = 1, .max = 40})
      ->description("Show N half-moves deep (default: 1)");
  add_number(app, "--min-games", options->min_games, {.min = 1})
      ->description("Hide moves played in fewer than N games (default: 1)");
  add_format(app, options->format, kGameFormats);
  add_color(app, options->color);
  add_switch(app, "--explain", options->explains, "Print query statistics (time, index reads)");
  add_partial(app, options->input);
  add_filters(app, options->filter);
  add_reading(app, options->input);
  return [options](Console& console) { return run(*options, console); };
}

}  // namespace arbiter
