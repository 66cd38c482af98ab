// The command `arbiter export FILE...`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/parquet/store_tables.h"
#include "db/sqlite/care/recovery.h"
#include "db/store/open_storage.h"
#include "db/stream/exporter.h"
#include "lib/base/text.h"
#include "lib/io/byte_source.h"
#include "lib/io/input_files.h"
#include "lib/os/file.h"
#include "lib/os/process.h"
#include "tools/cli/game_input.h"
#include "tools/cli/games_output.h"
#include "tools/cli/options/filter_options.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/options/shape_options.h"
#include "tools/cli/output/text_cells.h"
#include "tools/cli/player_input.h"
#include "tools/commands/database/database.h"
#include "tools/commands/database/filter.h"

namespace arbiter {

using namespace sqlite;
namespace {

using Clock = std::chrono::steady_clock;

struct ExportCommandOptions {
  GameInput input;
  Filtering games;
  std::vector<SortOrder> order;
  TableLayout layout = TableLayout::Plain;
  std::uint64_t partitions = 1;
  bool recover = false;
};

constexpr Choice<TableLayout> choice_of(TableLayout layout) { return {to_string(layout), layout}; }
constexpr Choice<TableLayout> kLayouts[] = {
    choice_of(TableLayout::Plain), choice_of(TableLayout::Lists), choice_of(TableLayout::Lichess),
    choice_of(TableLayout::Fens)};

// Returns whether options such as --unique concern games.
bool drops_duplicate_games(const Filtering& games) {
  const bool is_by_position = games.format.has_positions ||
                              games.format.format == FileFormat::Epd ||
                              games.format.format == FileFormat::Fen;
  return games.drops_duplicates() && !(games.format.is_unique && is_by_position);
}

// Returns whether only the first games of the files are needed, so that the rest need not be read.
bool reads_first_games(const ExportCommandOptions& options) {
  return options.games.limit && options.order.empty() &&
         std::ranges::none_of(options.input.names, is_storage);
}

// Returns whether the options require a pass over the text of the games, as in `arbiter filter`.
bool needs_filtering(const Filtering& games) {
  return games.is_anywhere || games.sample || games.split.is_given() || !games.rest.empty() ||
         !games.selected.empty() || !games.skipped.empty() ||
         games.named_positions.positions != nullptr || drops_duplicate_games(games);
}

Result<FindQuery> query_of(const ExportCommandOptions& options) {
  FindQuery query{.filter = options.games.filter,
                  .order = options.order,
                  .offset = options.games.skip,
                  .limit = options.games.limit};
  if (options.games.position.is_given()) {
    auto position = read_position(options.games.position);
    if (!position) return Error{position.error()};
    query.position = *position;
  }
  return query;
}

Result<OpenedGames> open_input_games(const ExportCommandOptions& options, const FindQuery& query,
                                     Console& console) {
  const auto positions = query.position ? QueryPositions::All : QueryPositions::First;
  return open_games(options.input, {positions, options.games.quiet, true}, console);
}

// A status line that is updated a few times a second, such as "97 %, 145,536 games, 160 thousand
// games/s, 1 s left".
class ExportProgress {
 public:
  ExportProgress(const ExportCommandOptions& options, Console& console)
      : console_(console), is_shown_(console.shows_status() && !options.games.quiet) {}

  void show(std::uint64_t games, std::uint64_t all) {
    const Duration time = Clock::now() - begin_;
    if (!is_shown_ || time < next_) return;
    next_ = time + Duration(0.2);
    const double share = static_cast<double>(games) / static_cast<double>(all);
    console_.show_status(fmt::format(
        "{:.0f} %, {}, {} games/s, {} left", share * 100, counted(games, "game"),
        rate_text(static_cast<double>(games) / time.count()), duration_text(time / share - time)));
  }

 private:
  Console& console_;
  bool is_shown_;
  Clock::time_point begin_ = Clock::now();
  Duration next_{0.3};
};

// Returns the number of games that would be written.
std::uint64_t count_of(Storage& storage, const FindQuery& query) {
  const std::uint64_t all = storage.count(query);
  return std::min(all - std::min(all, query.offset), query.limit.value_or(all));
}

// Prints what is missing from the output, even with --quiet, because the output does not show it.
// Returns whether nothing is missing.
bool print_not_kept(std::uint64_t set_aside, std::uint64_t lines_between,
                    const OutputEncoding* encoding, Console& console) {
  if (set_aside > 0) console.say(set_aside_in_comments_text(set_aside));
  if (lines_between > 0) console.say(lines_between_text(lines_between));
  const bool is_encoded = encoding == nullptr || !encoding->report_faults(console);
  return is_encoded && set_aside + lines_between == 0;
}

class RecoveryReport final : public RecoveryListener {
 public:
  RecoveryReport(const ExportCommandOptions& options, GamesOutput& output, Console& console)
      : options_(options), output_(output), console_(console) {}

  void on_games(std::string_view pgn, std::int64_t done, std::int64_t all) override {
    output_.write(pgn);
    if (!console_.shows_status() || options_.games.quiet) return;
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
  const ExportCommandOptions& options_;
  GamesOutput& output_;
  Console& console_;
};

Result<ExitCode> recover(const ExportCommandOptions& options, Console& console) {
  const std::string& path = options.input.names.front();
  if (options.input.names.size() != 1 || !is_sqlite_file(path)) {
    return Error{"--recover needs exactly one database file"};
  }
  const bool is_for_all = options.games.skip == 0 && !options.games.limit && !options.games.count &&
                          options.order.empty();
  if (!options.games.filter.is_empty() || options.games.position.is_given() || !is_for_all) {
    return Error{"--recover writes all readable games; it cannot be combined with filters"};
  }
  if (options.games.shape.format != GameFormat::Pgn) {
    return Error{"--recover writes PGN; use a name ending in .pgn"};
  }
  if (!options.games.shape.is_default()) {
    return Error{"--recover writes complete games; omit parts afterwards with `arbiter fmt`"};
  }
  auto output = GamesOutput::open(options.games.output, {path}, console);
  if (!output) return Error{output.error()};
  const auto database = Database::open_unchecked(path, Access::Read);
  if (!database) return Error{fmt::format("{}: {}", path, database.error())};
  RecoveryReport report(options, *output, console);
  const Recovery recovery = recover_games(**database, report);
  if (auto error = output->finish(InputsRead::All)) return std::move(*error);
  console.clear_status();
  const bool is_kept =
      print_not_kept(recovery.set_aside, 0, options.games.output.encoding.get(), console);
  if (!options.games.quiet) {
    console.say(fmt::format("{} recovered, {} of them in part; {} lost",
                            counted(recovery.games, "game"), with_commas(recovery.incomplete),
                            with_commas(recovery.lost)));
  }
  return is_kept && recovery.lost + recovery.incomplete == 0 ? ExitCode::Clean : ExitCode::Findings;
}

// Returns the path of the file with this index. With --partition, the index replaces the {}.
std::string path_of(const ExportCommandOptions& options, std::uint64_t index) {
  std::string path = options.games.output.path;
  if (options.partitions == 1) return path;
  const std::size_t width = std::to_string(options.partitions - 1).size();
  return path.replace(path.find("{}"), 2, fmt::format("{:0{}}", index, width));
}

// Returns whether the table has positions sorted by key.
bool has_key_table(const ExportCommandOptions& options) {
  return options.games.format.has_positions && options.layout != TableLayout::Fens;
}

std::optional<Error> parquet_contradiction(const ExportCommandOptions& options) {
  const Filtering& games = options.games;
  GameShape shape = games.shape;
  shape.openings = GameShape().openings;
  const bool is_partitioned = options.partitions > 1;
  const std::pair<bool, const char*> contradictions[] = {
      {options.recover || games.count || needs_filtering(games) || games.format.is_unique,
       "--format parquet cannot be combined with --recover, --count, --rest, --split, --sample, "
       "--anywhere or --unique"},
      {!shape.is_default() || games.output.encoding,
       "--format parquet writes tables; options for the text of games do not apply"},
      {games.format.has_positions && options.layout != TableLayout::Plain &&
           options.layout != TableLayout::Fens,
       "--positions needs the layout plain or fens"},
      {options.layout == TableLayout::Fens && !games.format.has_positions,
       "--layout fens needs --positions"},
      {is_partitioned && !has_key_table(options), "--partition needs --positions"},
      {is_partitioned && games.output.path.find("{}") == std::string::npos,
       "--partition needs {} in the name of --output, such as 'positions-{}.parquet'"},
      {!games.output.names_file() && is_terminal(kStandardOutput),
       "cannot print Parquet to a terminal; use --output FILE, or redirect the output"}};
  for (const auto& [is_given, message] : contradictions) {
    if (is_given) return Error{message};
  }
  if (std::has_single_bit(options.partitions)) return std::nullopt;
  return Error{fmt::format("--partition: {} is not a power of two", options.partitions)};
}

struct Written {
  std::uint64_t games = 0;
  std::uint64_t rows = 0;
};

Result<std::vector<GamesOutput>> open_tables(const ExportCommandOptions& options,
                                             Console& console) {
  const std::vector<std::string> inputs = files_named(options.input.names).files;
  std::vector<GamesOutput> outputs;
  for (std::uint64_t i = 0; i < options.partitions; ++i) {
    OutputOption option = options.games.output;
    option.path = path_of(options, i);
    auto output = GamesOutput::open(option, inputs, console);
    if (!output) return Error{output.error()};
    outputs.push_back(*std::move(output));
  }
  return outputs;
}

Result<Written> write_tables(const ExportCommandOptions& options, const GamesTable& table,
                             const OpenedGames& input, std::vector<GamesOutput>& outputs) {
  std::optional<PositionsTable> positions;
  if (has_key_table(options)) {
    positions.emplace(*input.storage, table.query, table.jobs, table.on_progress);
    positions->set_source(table.source);
  }
  Written written;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto sink = [&](std::string_view bytes) { outputs[i].write(bytes); };
    written.rows += positions ? positions->write(static_cast<unsigned>(i),
                                                 static_cast<unsigned>(options.partitions), sink)
                              : write_games(*input.storage, table, sink);
    if (auto error = outputs[i].finish(input.inputs)) return std::move(*error);
  }
  written.games = positions ? positions->games() : written.rows;
  if (options.layout == TableLayout::Fens) written.games = count_of(*input.storage, table.query);
  return written;
}

Result<ExitCode> run_parquet(const ExportCommandOptions& options, Console& console) {
  if (auto error = parquet_contradiction(options)) return std::move(*error);
  const auto begin = Clock::now();
  const auto query = query_of(options);
  if (!query) return Error{query.error()};
  // The outputs are opened before the games are read, so that an invalid path fails immediately.
  auto outputs = open_tables(options, console);
  if (!outputs) return Error{outputs.error()};
  const auto input = open_input_games(options, *query, console);
  if (!input) return Error{input.error()};
  ExportProgress progress(options, console);
  const auto show = [&](std::uint64_t games, std::uint64_t all) { progress.show(games, all); };
  const auto written =
      write_tables(options,
                   {*query, options.layout, static_cast<unsigned>(options.input.jobs), show,
                    fmt::format("{}", fmt::join(options.input.names, ", "))},
                   *input, *outputs);
  if (!written) return Error{written.error()};
  if (!options.games.quiet) {
    console.clear_status();
    const bool has_positions = options.games.format.has_positions;
    console.say(fmt::format("{}{} in {}", counted(written->games, "game"),
                            has_positions ? ", " + counted(written->rows, "position") : "",
                            duration_text(Clock::now() - begin)));
  }
  return input->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
}

Result<ExitCode> run(ExportCommandOptions options, Console& console) {
  if (auto error = choose_format(options.games.format, options.games.output.path)) {
    return *std::move(error);
  }
  if (options.games.format.format == FileFormat::Parquet) return run_parquet(options, console);
  if (options.partitions > 1) return Error{"--partition needs --format parquet --positions"};
  if (options.layout != TableLayout::Plain) return Error{"--layout needs --format parquet"};
  FormatOptions chosen = options.games.format;
  chosen.is_unique = chosen.is_unique && !drops_duplicate_games(options.games);
  const auto format = format_of(chosen, options.games.shape);
  if (!format) return Error{format.error()};
  options.games.shape.format = *format;
  if (auto error = fault_of_encoding(options.games.output, options.games.shape)) {
    return *std::move(error);
  }
  if (options.recover) return recover(options, console);
  const bool has_positions =
      options.games.position.is_given() || options.games.named_positions.positions != nullptr;
  if (options.games.shape.adds(GamePart::Match) && !has_positions) {
    return Error{"--add match needs --fen, --moves or --positions-from"};
  }
  if (needs_filtering(options.games) || reads_first_games(options)) {
    if (!options.order.empty()) {
      return Error{
          "--sort cannot be combined with --rest, --split, --sample, --select, --unique, "
          "--positions-from or --anywhere"};
    }
    options.games.inputs = options.input.names;
    options.games.jobs = options.input.jobs;
    options.games.openings = options.input.openings;
    return run_filtering(options.games, console);
  }
  if (options.games.count && options.games.output.names_file()) {
    return Error{"--count writes no games; omit --output"};
  }
  const auto begin = Clock::now();
  const auto query = query_of(options);
  if (!query) return Error{query.error()};
  // The output is opened before the games are read, so that an invalid path fails immediately.
  auto opened =
      GamesOutput::open(options.games.output, files_named(options.input.names).files, console);
  if (!opened) return Error{opened.error()};
  FramedOutput output(*std::move(opened), options.games.shape, options.games.format);
  const auto input = open_input_games(options, *query, console);
  if (!input) return Error{input.error()};
  if (!options.games.quiet) {
    print_matched_players(options.games.filter, *input->storage, console);
  }
  if (options.games.count) {
    console.print("{}\n", count_of(*input->storage, *query));
    return input->is_complete ? ExitCode::Clean : ExitCode::CouldNotRun;
  }

  std::uint64_t games = 0;
  std::uint64_t set_aside = 0;
  std::uint64_t emptied = 0;
  ExportProgress progress(options, console);
  const auto write = [&](const ExportedGames& exported) {
    output.write(exported.pgn);
    games += exported.games;
    set_aside += exported.set_aside;
    emptied += exported.emptied;
    progress.show(games, exported.total);
  };
  export_games(*input->storage, {.query = *query,
                                 .shape = options.games.shape,
                                 .jobs = static_cast<unsigned>(options.input.jobs),
                                 .receive = write});
  if (auto error = output.finish(input->inputs)) return std::move(*error);
  if (!options.games.quiet) console.clear_status();
  const bool is_kept =
      print_not_kept(set_aside, input->lines_between, options.games.output.encoding.get(), console);
  if (!options.games.quiet) {
    const Duration time = Clock::now() - begin;
    console.say(fmt::format("{} in {}, {} games/s", counted(games, "game"), duration_text(time),
                            rate_text(static_cast<double>(games) / time.count())));
  }
  const bool is_cut_empty = emptied > 0 && emptied == games;
  if (is_cut_empty) console.say(std::string(kEmptyCut));
  if (!input->is_complete) return ExitCode::CouldNotRun;
  return is_cut_empty || !is_kept ? ExitCode::Findings : ExitCode::Clean;
}

}  // namespace

CommandRun bind_export(CommandLine& app) {
  const auto options = std::make_shared<ExportCommandOptions>();
  add_game_files(app, options->input);
  add_sort(app, options->order);
  add_outputs(app, options->games);
  add_quiet(app, options->games.quiet);
  add_switch(app, "--recover", options->recover,
             "Write all readable games of a damaged database, and list the losses");
  add_game_format(app, options->games.format, Columns::Yes);
  add_choice(
      app, "--layout", options->layout, kLayouts,
      "Columns of parquet: plain: moves as text; lists: moves as lists, with clocks and "
      "evaluations; lichess: those of the public Lichess data set; fens: with --positions, the "
      "FEN, next move, clock, evaluation, players and result of each position (default: plain)")
      ->group(kShapeGroup);
  add_number(app, "--partition", options->partitions,
             {.min = 1, .max = PositionsTable::kMaxPartitions},
             "Split the positions by key into N Parquet files (N: a power of two), named by -o "
             "'NAME-{}.parquet'")
      ->group(kShapeGroup);
  add_shape(app, options->games.shape);
  add_position(app, options->games.position);
  add_anywhere(app, options->games);
  add_filters(app, options->games.filter, {.positions = &options->games.named_positions});
  add_partial(app, options->input);
  add_reading(app, options->input);
  return [options](Console& console) {
    options->games.shape.openings = &options->input.openings.table();
    return run(*options, console);
  };
}

}  // namespace arbiter
