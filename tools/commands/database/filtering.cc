#include "tools/commands/database/filtering.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "db/store/open_storage.h"
#include "db/stream/file_filter.h"
#include "lib/io/input_files.h"
#include "tools/cli/options/files_given.h"
#include "tools/cli/options/option_helpers.h"
#include "tools/cli/split_output.h"
#include "tools/cli/today.h"

namespace arbiter {
namespace {

// Standard output is a dash.
std::filesystem::path target_of(const std::string& path) {
  if (path.empty() || path == "-") return "-";
  std::error_code failure;
  const auto target = std::filesystem::weakly_canonical(std::filesystem::absolute(path), failure);
  return failure ? std::filesystem::path(path) : target;
}

// How often "{}" is in the name.
std::size_t count_of_places(const std::string& path) {
  std::size_t places = 0;
  for (std::size_t at = path.find("{}"); at != std::string::npos; at = path.find("{}", at + 2)) {
    ++places;
  }
  return places;
}

std::optional<Error> contradiction(const Filtering& options) {
  const bool is_stored = !options.inputs.empty() && std::ranges::all_of(options.inputs, is_storage);
  if (uses_number(options.filter, GameNumber::Id) && !is_stored) {
    return Error{"games of files have no id; --skip and --limit count them"};
  }
  if (options.is_anywhere && !options.rest.empty() &&
      std::ranges::any_of(options.inputs, is_storage)) {
    return Error{"--rest cannot be combined with --anywhere where games come from a database"};
  }
  if (options.run.count && (options.output.names_file() || !options.rest.empty())) {
    return Error{"--count writes no games; omit --output and --rest"};
  }
  if (!options.rest.empty() && (options.run.limit || options.run.skip > 0 || options.run.sample)) {
    return Error{
        "--rest takes the games that do not match; it cannot be combined with --limit, "
        "--skip or --sample"};
  }
  if (options.split.is_given() && (options.run.count || options.run.sample)) {
    return Error{"--split cannot be combined with --count or --sample"};
  }
  const std::size_t places = count_of_places(options.output.path);
  if (options.split.is_given() && options.output.names_file() && places != 1) {
    return Error{"--split needs one {} in the name of --output, for example 'games/{}.pgn'"};
  }
  if (options.is_anywhere && !options.position.is_given()) {
    return Error{"--anywhere needs a position: --fen or --moves"};
  }
  if (!options.rest.empty() && target_of(options.rest) == target_of(options.output.path)) {
    return Error{"--output and --rest name the same file"};
  }
  return std::nullopt;
}

Result<FileFilterOptions> file_filter_of(const Filtering& options) {
  FileFilterOptions filter;
  filter.query.filter = options.filter;
  filter.query.validator.piece_letters = options.piece_letters;
  filter.query.validator.today = today();
  if (options.position.is_given()) {
    auto position = read_position(options.position);
    if (!position) return Error{position.error()};
    filter.query.position = *position;
  }
  filter.query.is_anywhere = options.is_anywhere;
  filter.query.openings = &options.openings.table();
  filter.text = options.run.count ? StreamedText::Nothing : StreamedText::Export;
  filter.shape = options.shape;
  filter.shape.openings = &options.openings.table();
  const auto format = format_of(options.format);
  if (!format) return Error{format.error()};
  filter.shape.format = *format;
  filter.split = options.split.keys;
  filter.has_rest = !options.rest.empty();
  filter.jobs = static_cast<unsigned>(options.jobs);
  return filter;
}

// "{}.pgn" if no name is given.
std::string split_path(const Filtering& options, GameFormat format) {
  if (options.output.names_file()) return options.output.path;
  constexpr std::string_view kEndings[] = {"pgn", "json", "jsonl", "csv",
                                           "txt", "epd",  "fen",   "jsonl"};
  return fmt::format("{{}}.{}", kEndings[static_cast<std::size_t>(format)]);
}

Result<FilterOutputs> open_outputs(const Filtering& options, const GameShape& shape,
                                   const std::vector<std::string>& inputs, Console& console) {
  FilterOutputs outputs;
  const bool replaces = options.output.replaces_databases;
  if (options.split.is_given()) {
    outputs.split.emplace(
        options.split,
        SplitTarget{split_path(options, shape.format), replaces, inputs, shape, options.format},
        console);
  } else {
    auto games = GamesOutput::open(options.output, inputs, console);
    if (!games) return Error{games.error()};
    outputs.games.emplace(*std::move(games), shape, options.format);
  }
  if (options.rest.empty()) return outputs;
  auto rest = GamesOutput::open({options.rest, replaces, true}, inputs, console);
  if (!rest) return Error{rest.error()};
  outputs.rest.emplace(*std::move(rest));
  return outputs;
}

}  // namespace

void add_division(CommandLine& app, Filtering& filtering) {
  add_split(app, filtering.split);
  add_text(app, "--rest", filtering.rest)
      ->type_name("FILE")
      ->description("Write the games that do not match to this file, as PGN");
  add_number(app, "--sample", filtering.run.sample, {.min = 1})
      ->description("Write N games chosen at random from those that match, in their order")
      ->type_name("N");
  add_number(app, "--seed", filtering.run.seed, {.min = 0})
      ->description("With --sample: another number chooses other games (default: 0)")
      ->type_name("N");
}

void add_anywhere(CommandLine& app, Filtering& filtering) {
  add_switch(app, "--anywhere", filtering.is_anywhere,
             "Look in variations too, not only in main lines")
      ->group(kPositionGroup);
}

Result<ExitCode> run_filtering(const Filtering& options, Console& console) {
  if (auto error = contradiction(options)) return std::move(*error);
  const auto files = files_given(options.inputs, "filter");
  if (!files) return Error{files.error()};
  auto filter = file_filter_of(options);
  if (!filter) return Error{filter.error()};
  const NamedFiles named = files_named(*files);
  auto outputs = open_outputs(options, filter->shape, named.files, console);
  if (!outputs) return Error{outputs.error()};
  FilterRun filtering(options.run, *std::move(filter), *std::move(outputs), console);
  for (const NamedFiles::Unread& unread : named.unread) {
    filtering.fail(fmt::format("{}: {}", unread.path, unread.reason));
  }
  filtering.read(named.files);
  filtering.finish();
  filtering.report();
  return filtering.exit_code();
}

}  // namespace arbiter
