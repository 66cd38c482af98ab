// arbiter export FILE...
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "db/parquet/store_tables.h"
#include "db/sqlite/care/recovery.h"
#include "db/store/open_storage.h"
#include "db/stream/exporter.h"
#include "lib/io/input_files.h"
#include "lib/io/sqlite_file.h"
#include "tools/cli/framed_output.h"
#include "tools/cli/game_input.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/format_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/position_options.h"
#include "tools/cli/options/shape_options.h"
#include "tools/cli/output/not_kept.h"
#include "tools/cli/output/progress.h"
#include "tools/cli/output/quantities.h"
#include "tools/cli/output/utf8.h"
#include "tools/commands/database/database.h"
#include "tools/commands/database/filtering.h"
#include "tools/commands/database/parquet_export.h"

namespace arbiter {

using namespace sqlite;
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  GameInput input;
  Filtering games;
  std::uint64_t partitions = 1;
  bool recover = false;
};

// What a store cannot be asked for.
bool is_for_filtering(const Filtering& games) {
  return games.is_anywhere || games.run.sample || games.split.is_given() || !games.rest.empty();
}

Result<FindQuery> query_of(const Options& options) {
  FindQuery query{.filter = options.games.filter,
                  .offset = options.games.run.skip,
                  .limit = options.games.run.limit};
  if (options.games.position.is_given()) {
    auto position = read_position(options.games.position);
    if (!position) return Error{position.error()};
    query.position = *position;
  }
  return query;
}

// "97 %, 145,536 games, 160 thousand games/s, 1 s left".
class ExportProgress {
 public:
  explicit ExportProgress(Console& console) : console_(console) {}

  void show(std::uint64_t games, std::uint64_t all) {
    if (!console_.shows_status()) return;
    const Duration time = Clock::now() - begin_;
    if (time < next_) return;
    next_ = time + Duration(0.2);
    const double share = static_cast<double>(games) / static_cast<double>(all);
    console_.show_status(fmt::format(
        "{:.0f} %, {}, {} games/s, {} left", share * 100, counted(games, "game"),
        rate_text(static_cast<double>(games) / time.count()), duration_text(time / share - time)));
  }

 private:
  Console& console_;
  Clock::time_point begin_ = Clock::now();
  Duration next_{0.3};
};

// How many games would be written.
std::uint64_t count_of(Storage& storage, const FindQuery& query) {
  const std::uint64_t all = storage.count(query);
  return std::min(all - std::min(all, query.offset), query.limit.value_or(all));
}

// Said whatever the options are: the file may look clean now.
void tell_not_kept(std::uint64_t set_aside, std::uint64_t lines_between, Console& console) {
  if (set_aside > 0) {
    console.say(set_aside_in_comments_text(set_aside));
  }
  if (lines_between > 0) console.say(lines_between_text(lines_between));
}

class RecoveryReport final : public RecoveryListener {
 public:
  RecoveryReport(const Options& options, GamesOutput& output, Console& console)
      : options_(options), output_(output), console_(console) {}

  void on_games(std::string_view pgn, std::int64_t done, std::int64_t all) override {
    output_.write(pgn);
    if (!console_.shows_status() || options_.games.run.quiet) return;
    console_.show_status(fmt::format("{} of {}", with_commas(static_cast<std::uint64_t>(done)),
                                     with_commas(static_cast<std::uint64_t>(all))));
  }

  void on_loss(GameId first, GameId last, const std::string& what) override {
    const std::string games =
        first == last ? fmt::format("game {} has", number_of(first))
                      : fmt::format("games {} to {} have", number_of(first), number_of(last));
    console_.clear_status();
    console_.say(
        fmt::format("{}: {} lost {}", shown_path(options_.input.names.front()), games, what));
  }

 private:
  const Options& options_;
  GamesOutput& output_;
  Console& console_;
};

Result<ExitCode> recover(const Options& options, Console& console) {
  const std::string& path = options.input.names.front();
  if (options.input.names.size() != 1 || !is_sqlite_file(path)) {
    return Error{"--recover is for one database file"};
  }
  const bool is_for_all =
      options.games.run.skip == 0 && !options.games.run.limit && !options.games.run.count;
  if (!options.games.filter.is_empty() || options.games.position.is_given() || !is_for_all) {
    return Error{"--recover writes all games that can be read, and takes no filters"};
  }
  if (!options.games.shape.is_default()) {
    return Error{
        "--recover writes all of each game; 'arbiter fmt' can omit parts of it afterwards"};
  }
  auto output = GamesOutput::open(options.games.output, {path}, console);
  if (!output) return Error{output.error()};
  const auto database = Database::open_unchecked(path, Access::Read);
  if (!database) return Error{fmt::format("{}: {}", path, database.error())};
  RecoveryReport report(options, *output, console);
  const Recovery recovery = recover_games(**database, report);
  if (auto error = output->finish(InputsRead::All)) return std::move(*error);
  console.clear_status();
  tell_not_kept(recovery.set_aside, 0, console);
  if (!options.games.run.quiet) {
    console.say(fmt::format("{} recovered, {} of them in part; {} lost",
                            counted(recovery.games, "game"), with_commas(recovery.incomplete),
                            with_commas(recovery.lost)));
  }
  const bool is_whole = recovery.lost + recovery.incomplete + recovery.set_aside == 0;
  return is_whole ? ExitCode::Clean : ExitCode::Findings;
}

Result<ExitCode> run_parquet(const Options& options, Console& console) {
  const Filtering& games = options.games;
  if (options.recover || games.run.count || is_for_filtering(games) || games.format.is_unique) {
    return Error{
        "--format parquet cannot be combined with --recover, --count, --rest, --split, --sample, "
        "--anywhere or --unique"};
  }
  GameShape shape = games.shape;
  shape.openings = GameShape().openings;
  if (!shape.is_default()) {
    return Error{"--format parquet writes tables; options for the text of games do not apply"};
  }
  auto query = query_of(options);
  if (!query) return Error{query.error()};
  return write_parquet({.input = options.input,
                        .query = *std::move(query),
                        .output = games.output,
                        .has_positions = games.format.has_positions,
                        .partitions = options.partitions,
                        .quiet = games.run.quiet},
                       console);
}

Result<ExitCode> run(Options options, Console& console) {
  if (options.games.format.format == FileFormat::Parquet) return run_parquet(options, console);
  if (options.partitions > 1) return Error{"--partition needs --format parquet --positions"};
  const auto format = format_of(options.games.format);
  if (!format) return Error{format.error()};
  options.games.shape.format = *format;
  if (options.recover) return recover(options, console);
  if (is_for_filtering(options.games)) {
    options.games.inputs = options.input.names;
    options.games.jobs = options.input.jobs;
    options.games.openings = options.input.openings;
    return run_filtering(options.games, console);
  }
  if (options.games.run.count && options.games.output.names_file()) {
    return Error{"--count writes no games; omit --output"};
  }
  const auto begin = Clock::now();
  const auto query = query_of(options);
  if (!query) return Error{query.error()};
  // Before the games are read, which may take a while.
  auto opened =
      GamesOutput::open(options.games.output, files_named(options.input.names).files, console);
  if (!opened) return Error{opened.error()};
  FramedOutput output(*std::move(opened), options.games.shape, options.games.format);
  const auto positions = query->position ? AskedPositions::All : AskedPositions::First;
  const auto input = open_games(options.input, {positions, options.games.run.quiet, true}, console);
  if (!input) return Error{input.error()};

  if (options.games.run.count) {
    console.print("{}\n", count_of(*input->storage, *query));
    return input->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
  }

  std::uint64_t games = 0;
  std::uint64_t set_aside = 0;
  ExportProgress progress(console);
  const auto write = [&](const ExportedGames& exported) {
    output.write(exported.pgn);
    games += exported.games;
    set_aside += exported.set_aside;
    if (!options.games.run.quiet) progress.show(games, exported.total);
  };
  export_games(*input->storage, {.query = *query,
                                 .shape = options.games.shape,
                                 .jobs = static_cast<unsigned>(options.input.jobs),
                                 .receive = write});
  if (auto error = output.finish(input->inputs)) return std::move(*error);
  if (!options.games.run.quiet) console.clear_status();
  tell_not_kept(set_aside, input->lines_between, console);
  if (!options.games.run.quiet) {
    const Duration time = Clock::now() - begin;
    console.say(fmt::format("{} in {}, {} games/s", counted(games, "game"), duration_text(time),
                            rate_text(static_cast<double>(games) / time.count())));
  }
  if (!input->is_complete) return ExitCode::CouldNotRun;
  return set_aside + input->lines_between > 0 ? ExitCode::Findings : ExitCode::Clean;
}

}  // namespace

CommandRun bind_export(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_game_files(app, options->input);
  add_output(app, options->games.output);
  add_switch(app, "--count", options->games.run.count, "Print only how many games match");
  add_number(app, "--skip", options->games.run.skip, {.min = 0})
      ->description("Skip the first N games that match")
      ->type_name("N");
  add_number(app, "--limit", options->games.run.limit, {.min = 1})
      ->description("Stop after N games")
      ->type_name("N");
  add_division(app, options->games);
  add_switch(app, "-q,--quiet", options->games.run.quiet, "Print no report and no progress");
  add_switch(app, "--recover", options->recover,
             "Write what can still be read of a damaged database, and name what is lost");
  add_game_format(app, options->games.format, Columns::Yes);
  add_number(app, "--partition", options->partitions,
             {.min = 1, .max = PositionsTable::kMaxPartitions})
      ->group(kShapeGroup)
      ->description(
          "With parquet and --positions: divide them by key into N files, a power of two; -o "
          "'NAME-{}.parquet' says where")
      ->type_name("N");
  add_shape(app, options->games.shape);
  add_position(app, options->games.position);
  add_anywhere(app, options->games);
  add_filters(app, options->games.filter);
  add_partial(app, options->input);
  add_reading(app, options->input);
  return [options](Console& console) {
    options->games.shape.openings = &options->input.openings.table();
    return run(*options, console);
  };
}

}  // namespace arbiter
